import { Reason as WireReason } from "../gen/es/fault/v1/fault_pb.js";
import { type FaultRow, faultTable } from "../server/rpc/errors/faults.ts";

/** docs/errors.md, written from the one table of failures. */
export function errorsPage(): string {
  const rows: FaultRow[] = Object.values(faultTable);
  return `# Errors

<!-- Written by \`npm run generate\` from server/rpc/errors/faults.ts. -->

Every failure has one of these codes, on every protocol. Programs switch on the code and never on the message.

| code | HTTP status | RPC status | meaning |
|---|---|---|---|
${rows.map((row) => `| \`${WireReason[row.wire]}\` | ${row.status} | \`${rpcNames[row.rpcCode]}\` | ${row.meaning} |`).join("\n")}

Over plain JSON the body is \`{"error": {"code", "message", "details"}}\`. Over gRPC, gRPC-Web and Connect the status
carries two details: \`fault.v1.FaultDetail\`, which has the same members with types, and \`google.rpc.ErrorInfo\`, whose
\`reason\` is the code.

| member of \`details\` | when |
|---|---|
| \`parameter\` | a parameter is at fault: its full path, such as \`data[2]\`; \`body\` when the request cannot be read |
| \`provided\` | with \`parameter\`: the value received, \`null\` when there was none, described when it is long |
| \`valid_range\` | the parameter has a smallest and a largest legal value |
| \`required_permission\` | the credentials lack it (status 403) |
| \`correlation_id\` | the service is at fault (status 500): the log holds the cause under it; also in \`X-Request-Id\` |
`;
}

const rpcNames: { [code: number]: string } = {
  3: "invalid_argument",
  5: "not_found",
  7: "permission_denied",
  8: "resource_exhausted",
  13: "internal",
  16: "unauthenticated",
};
