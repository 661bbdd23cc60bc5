/** Members by their names. */
export type JsonObject = { readonly [name: string]: unknown };

/**
 * The JSON object in these bytes, if they are what `JSON.stringify` writes for it.
 *
 * So an object has one spelling for each order of its members: white space, a name given twice, `1.0`, `1e3`, `-0`, a
 * byte order mark, needless escapes and bytes that are not UTF-8 are all refused, and no two readers can disagree.
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

/** Whether the object has all of the required members, and beside them only optional ones. */
export function hasMembers(object: JsonObject, required: readonly string[], optional: readonly string[] = []): boolean {
  const names = Object.keys(object);
  return (
    required.every((name) => names.includes(name)) &&
    names.every((name) => required.includes(name) || optional.includes(name))
  );
}
