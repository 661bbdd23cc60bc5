import { limits } from "../../core/limits.ts";

/**
 * Returns a received value for display in an answer: the value itself if its JSON is short, otherwise a description, so
 * that the answer does not grow with the request.
 */
export function preview(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "string") return shorten(value, limits.providedCharactersMax);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "boolean" || value === null) return value;
  if (!isSmall(value, { left: limits.providedCharactersMax / 2 })) return description(value);
  const json = JSON.stringify(value);
  return json.length <= limits.providedCharactersMax ? JSON.parse(json) : description(value);
}

/** Truncates a text to a number of characters, marked by an ellipsis. */
export function shorten(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).toWellFormed()}…`;
}

function description(value: object | unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length} entries`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Whether a value has few members; stops counting once it has many. */
function isSmall(value: unknown, budget: { left: number }): boolean {
  if (--budget.left < 0) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((member) => isSmall(member, budget));
}
