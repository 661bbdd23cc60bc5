import type { Service } from "./contract.ts";
import { code, table } from "./table.ts";

/** Writes every operation of every service. */
export function operations(services: readonly Service[]): string {
  return `Every operation is offered over gRPC, gRPC-Web and Connect as \`/SERVICE/OPERATION\`, and over REST at its path. Parameters,
their bounds and defaults are in the .proto files of \`proto/\`.

A caller needs the [permission](permissions.md) of the operation, unless the operation is open to it. “Sessions of \`field\`”
are those of the identity that this field of the request names; “everybody” needs no credentials.

After a lost answer, send the request again: freely, since the effect is the same; or with the same
[\`Idempotency-Key\`](../idempotency.md), which gives the first answer again. Operations that make another, such as a
challenge or a token, can be repeated without harm.

${services.map(section).join("\n")}`;
}

function section({ name, purpose, varlink, operations }: Service): string {
  const offered = varlink === "" ? "" : ` Varlink interface: ${code(varlink)}.`;
  return `## ${name}

${purpose}${offered}

${table(
  ["operation", "REST", "permission", "open to", "repeat", "does"],
  operations.map(({ name, paths, permission, openTo, owner, repeat, does }) => [
    code(name),
    paths.map(code).join("<br>"),
    code(permission),
    owner === "" ? openTo : `sessions of ${code(owner)}`,
    repeat,
    does,
  ]),
)}
`;
}
