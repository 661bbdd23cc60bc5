/**
 * Whether a value has the form of the ids of identities, clients and keys in tokens, which need no escaping in a log, a
 * path or a query.
 */
export function isOpaqueId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(value);
}
