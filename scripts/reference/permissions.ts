import type { Operation, Service } from "./contract.ts";
import { code, table } from "./table.ts";

/** Writes every permission, the operations that need it, and who may call them without it. */
export function permissions(services: readonly Service[]): string {
  const needed = Map.groupBy(
    services.flatMap(({ operations }) => operations),
    ({ permission }) => permission,
  );
  return `API keys, JWTs and the rules of the [host](../host.md#who-may-do-what) hold permissions: any of these, \`AREA:*\` for a whole
area, or \`*\` for all. A key can be created only by a caller who holds all that the key is to hold.

${table(
  ["permission", "operations", "open without it to"],
  [...needed.keys()].sort().map((permission) => {
    const operations = needed.get(permission) ?? [];
    return [code(permission), names(operations), openings(operations)];
  }),
)}

So this table says what a session may do by itself. Beside that it holds the permissions that the scope of its token asks
for, as far as \`SESSION_GRANTS\` allows them (\`geocode:*\` by default).
`;
}

/** Returns the callers who need no permission, with the names of their operations unless these are all. */
function openings(operations: readonly Operation[]): string {
  return [...Map.groupBy(operations, ({ openTo }) => openTo)]
    .filter(([openTo]) => openTo !== "")
    .map(([openTo, open]) => (open.length === operations.length ? openTo : `${openTo}: ${names(open)}`))
    .join("; ");
}

function names(operations: readonly Operation[]): string {
  return operations.map(({ name }) => code(name)).join(", ");
}
