/** Ids of identities, clients and keys as tokens spell them: they can stand in a log, a path or a query as they are. */
export function isOpaqueId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(value);
}
