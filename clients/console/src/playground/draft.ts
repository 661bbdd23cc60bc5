import type { Field } from "./operation.ts";

/** Texts in the fields of a form, by the paths of the fields. */
export type Draft = Readonly<Record<string, string>>;

/** A field whose text is invalid. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}

/** The request from the readable texts, and the problems of the others. */
export interface ReadDraft {
  readonly request: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/** Builds a request from texts. Empty fields are omitted, so that the service's defaults apply. */
export function readDraft(fields: readonly Field[], draft: Draft): ReadDraft {
  const request: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const field of fields) {
    const text = (draft[field.path] ?? "").trim();
    if (text === "") continue;
    try {
      put(request, field.path.split("."), readValue(field, text));
    } catch (error) {
      problems.push({ path: field.path, text: (error as Error).message });
    }
  }
  return { request, problems };
}

/** Fills the fields from a request. Members without a field are omitted. */
export function draftOf(fields: readonly Field[], request: unknown): Draft {
  const texts = fields.map((field): [string, string] => {
    const value = field.path.split(".").reduce<unknown>((holder, name) => memberOf(holder, name), request);
    return [field.path, textOf(field, value)];
  });
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;
}

function textOf({ kind }: Field, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (kind === "numbers" && Array.isArray(value) && value.every((one) => typeof one === "number"))
    return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** @throws Error that says what the field accepts */
function readValue(field: Field, text: string): unknown {
  switch (field.kind) {
    case "word":
      return text;
    case "boolean":
      return text === "true";
    case "integer":
    case "number":
      return numberOf(text);
    case "numbers":
      return /^[[{]/.test(text)
        ? jsonOf(text)
        : text
            .split(/[\s,;]+/)
            .filter(Boolean)
            .map(numberOf);
    case "json":
      return jsonOf(text);
  }
}

function numberOf(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`“${text.slice(0, 30)}” is not a number`);
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`);
  }
}

function put(holder: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    holder[name] = value;
    return;
  }
  holder[name] ??= {};
  put(holder[name] as Record<string, unknown>, rest, value);
}
