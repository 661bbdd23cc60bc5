import { escape as escaped, type SqlValue } from "mysql2";

/**
 * Formats a value for a statement, like the driver's `format`, which takes twice as long for the tens of thousands of
 * values of a batch.
 */
export function literal(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array)
    return `X'${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}'`;
  return escaped(value as SqlValue);
}

/** Formats a list for `IN`; without values, the list is valid and matches nothing. */
export function literals(values: Iterable<string>): string {
  const spelled = Array.from(values, literal);
  return `(${spelled.length === 0 ? "NULL" : spelled.join(", ")})`;
}
