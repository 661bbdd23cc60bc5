/** Kinds of what a database is asked for. `BATCH` are several statements that are sent together. */
export const operations = [
  "SELECT",
  "INSERT",
  "UPDATE",
  "DELETE",
  "BEGIN",
  "COMMIT",
  "ROLLBACK",
  "BATCH",
  "_OTHER",
] as const;

export type Operation = (typeof operations)[number];

const byFirstWord: ReadonlyMap<string, Operation> = new Map([
  ...operations.map((operation) => [operation, operation] as const),
  ["START", "BEGIN"],
  ["WITH", "SELECT"],
]);

/** Returns the kind of a statement, by its first word. */
export function operationOf(sql: string): Operation {
  const [word = ""] = /[a-z]+/i.exec(sql) ?? [];
  return byFirstWord.get(word.toUpperCase()) ?? "_OTHER";
}
