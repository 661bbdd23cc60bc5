/** A JSON object of the document. */
export type JsonObject = { [member: string]: unknown };

/** Returns an object without its undefined members. */
export function defined(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
