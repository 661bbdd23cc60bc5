/** Members by name. */
export type JsonObject = { readonly [name: string]: unknown };

/** Receives the rule that an input violates, for a message to its sender. */
export type Refuse = (rule: string) => undefined;

export const refuseSilently: Refuse = () => undefined;

/**
 * Parses a JSON object from bytes that equal the output of `JSON.stringify` for it; undefined for any other bytes.
 *
 * An object then has one spelling for each order of its members, and no two readers can disagree: white space, a
 * repeated name, `1.0`, `1e3`, `-0`, a byte order mark, needless escapes and bytes that are not UTF-8 are rejected.
 */
export function readJsonObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether an object has all required members, and no others except optional ones. */
export function hasMembers(object: JsonObject, required: readonly string[], optional: readonly string[] = []): boolean {
  const names = Object.keys(object);
  return (
    required.every((name) => names.includes(name)) &&
    names.every((name) => required.includes(name) || optional.includes(name))
  );
}
