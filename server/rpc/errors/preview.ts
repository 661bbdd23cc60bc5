import { limits } from "../../core/limits.ts";

/**
 * A received value as it may be shown in an answer: itself when its JSON is short, a description when it is long, deep
 * or not JSON at all. What is answered never grows with what was sent.
 */
export function preview(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "string") return shorten(value, limits.providedCharactersMax);
  if (typeof value === "boolean" || value === null) return value;
  if (!isSmall(value, { left: limits.providedCharactersMax / 2 })) return description(value);
  const json = JSON.stringify(value);
  return json.length <= limits.providedCharactersMax ? JSON.parse(json) : description(value);
}

/** The text cut to a number of characters, with a mark where something is missing. */
export function shorten(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).toWellFormed()}…`;
}

function description(value: object | unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length} entries`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Whether a value has few parts; stops looking as soon as it has many. */
function isSmall(value: unknown, budget: { left: number }): boolean {
  if (--budget.left < 0) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((part) => isSmall(part, budget));
}
