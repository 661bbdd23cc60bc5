import { existsSync } from "node:fs";
import { join } from "node:path";
import createReader, { type MarkdownIt, type Token } from "markdown-it";
import { readLink } from "./links.ts";
import { anchors, escapeHtml } from "./text.ts";

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A part of a page, from one heading to the next, as the search finds it. */
export interface PageSection extends Heading {
  /** All words under the heading, without marks. */
  readonly words: string;
  /** Subjects of its tables: the first cells of their rows. */
  readonly names: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly sections: readonly PageSection[];
  /** Addresses within the service to which the page has links. */
  readonly addresses: readonly string[];
  /** Files of the repository to which it has links, which are no pages. */
  readonly files: readonly string[];
  /** Pictures of the repository that are on it. */
  readonly images: readonly string[];
  /** Words of its first paragraph. */
  readonly description: string;
}

/** Draws the picture of this name for a page, whose examples it may read. */
export type DrawPicture = (name: string, markdown: string) => string;

/** Renders a page of the repository as HTML: headings with anchors, links as the service has them, pictures in place. */
export function renderMarkdown(markdown: string, source: string, drawPicture: DrawPicture): RenderedPage {
  const found = { addresses: [] as string[], files: [] as string[], images: [] as string[] };
  const reader = createReader({ html: true });
  const tokens = reader.parse(markdown, {});
  const sections = addAnchors(tokens);
  setRules(reader, (name) => drawPicture(name, markdown));
  replaceLinks(tokens, source, found);
  const html = reader.renderer.render(tokens, reader.options, {});
  const firstParagraph = tokens[tokens.findIndex(({ type }) => type === "paragraph_open") + 1];
  return { html, sections, ...found, description: wordsOf(firstParagraph) };
}

/** Writes the parts of a page as the style sheet of the documentation expects them. */
function setRules(reader: MarkdownIt, draw: (name: string) => string): void {
  const rules = reader.renderer.rules;
  rules["html_inline"] = (list, index) =>
    /^<br ?\/?>$/.test(contentOf(list, index)) ? "<br>" : escapeHtml(contentOf(list, index));
  rules["html_block"] = (list, index) => {
    const content = contentOf(list, index);
    const picture = /^<!-- picture ([\w-]+): (.*?) -->\s*$/s.exec(content);
    if (picture !== null) {
      const [, name, caption] = picture as unknown as [string, string, string];
      return `<figure>${draw(name)}<figcaption>${reader.renderInline(caption)}</figcaption></figure>\n`;
    }
    return content.startsWith("<!--") ? "" : `<p>${escapeHtml(content)}</p>\n`;
  };
  rules["fence"] = (list, index) => {
    const { info, content } = list[index] as Token;
    const language = info.trim() === "" ? "" : ` data-language="${escapeHtml(info.trim())}"`;
    return `<div class="code"${language}><pre tabindex="0"><code>${escapeHtml(content)}</code></pre></div>\n`;
  };
  rules["code_block"] = (list, index) =>
    `<div class="formula"><pre tabindex="0">${escapeHtml(contentOf(list, index))}</pre></div>\n`;
  rules["heading_close"] = (list, index) => {
    const { tag } = list[index] as Token;
    const id = list[index - 2]?.attrGet("id") ?? "";
    const name = escapeHtml(wordsOf(list[index - 1]));
    return `${tag === "h1" ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to “${name}”">#</a>`}</${tag}>\n`;
  };
  let tables = 0;
  rules["table_open"] = () => `<section class="table" tabindex="0" aria-label="Table ${++tables}"><table>\n`;
  rules["table_close"] = () => "</table></section>\n";
  // A head without words, above the names of the rows, is no head for screen readers.
  const cellOf = (list: Token[], index: number) => (contentOf(list, index).trim() === "" ? "td" : "th");
  rules["th_open"] = (list, index) => (cellOf(list, index + 1) === "td" ? "<td>" : '<th scope="col">');
  rules["th_close"] = (list, index) => `</${cellOf(list, index - 1)}>\n`;
}

/** Gives each heading its anchor; returns the parts of the page. */
function addAnchors(tokens: readonly Token[]): PageSection[] {
  const anchorOf = anchors();
  const sections: (Heading & { readonly texts: string[]; readonly cells: string[] })[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const text = wordsOf(tokens[index + 1]);
      const id = anchorOf(text);
      token.attrSet("id", id);
      sections.push({ level: Number(token.tag.slice(1)), id, text, texts: [], cells: [] });
    } else if (token.type === "inline" && tokens[index - 1]?.type !== "heading_open") {
      sections.at(-1)?.texts.push(wordsOf(token));
      const isFirstCell = tokens[index - 1]?.type === "td_open" && tokens[index - 2]?.type === "tr_open";
      if (isFirstCell) sections.at(-1)?.cells.push(wordsOf(token));
    } else if (token.type === "fence" || token.type === "code_block") {
      sections.at(-1)?.texts.push(token.content);
    }
  }
  return sections.map(({ texts, cells, ...heading }) => ({
    ...heading,
    words: texts.join(" ").replaceAll(/\s+/g, " "),
    names: cells.join(" "),
  }));
}

const root = join(import.meta.dirname, "../../..");

/**
 * Has links lead to pages of the service. What only the repository has stays as a text that names its file; its pictures
 * have the same path at the service.
 */
function replaceLinks(
  tokens: Token[],
  source: string,
  found: Record<"addresses" | "files" | "images", string[]>,
): void {
  for (const { children } of tokens) {
    let isFile = false;
    for (const token of children ?? []) {
      if (token.type === "link_open") {
        const link = readLink(String(token.attrGet("href")), source);
        isFile = link.kind === "file";
        if (link.kind === "address") {
          token.attrSet("href", link.href);
          if (!/^[a-z]+:/i.test(link.href)) found.addresses.push(link.href);
        } else {
          found.files.push(link.file);
          token.tag = "span";
          token.attrs = [
            ["class", "file"],
            ["title", `In the repository: ${link.file}`],
          ];
        }
      } else if (token.type === "image") {
        const link = readLink(String(token.attrGet("src")), source);
        if (link.kind === "file" && /^docs\/.*\.png$/.test(link.file) && existsSync(join(root, link.file))) {
          token.attrSet("src", `/${link.file}`);
          found.images.push(link.file);
        } else {
          // The documentation has no other images: it is told as a link to nowhere.
          found.addresses.push(String(token.attrGet("src")));
        }
      } else if (token.type === "link_close" && isFile) {
        token.tag = "span";
        isFile = false;
      }
    }
  }
}

function contentOf(tokens: readonly Token[], index: number): string {
  return (tokens[index] as Token).content;
}

/** Returns the words of a paragraph, heading or cell, without marks. */
function wordsOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) =>
      type === "softbreak" || type === "hardbreak" || type === "html_inline" ? " " : content,
    )
    .join("");
}
