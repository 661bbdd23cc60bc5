/** HTML that is safe to insert into other HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** Template of HTML: texts are escaped, and lists are joined. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.map((text, i) => text + (i < parts.length ? written(parts[i]) : "")).join(""));
}

function written(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return escaped(String(part));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] as string);
}

/** Writes a description: paragraphs, lists, and code between backticks. */
export function prose(text: unknown): Html {
  const paragraphs = typeof text === "string" && text !== "" ? text.split("\n\n") : [];
  return html`${paragraphs.map((paragraph) => {
    const lines = paragraph.split("\n");
    if (!lines.every((line) => line.startsWith("- "))) return html`<p>${inline(paragraph)}</p>`;
    return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
  })}`;
}

/** Writes text with code between backticks. */
export function inline(text: string): Html {
  return html`${text.split("`").map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
