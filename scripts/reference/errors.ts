import { codeToString } from "@connectrpc/connect/protocol-connect";
import { Reason as WireReason } from "#contract/fault/v1/fault_pb.js";
import { type FaultRow, faultTable } from "../../server/rpc/errors/faults.ts";
import { code, table } from "./table.ts";

/** Writes the errors of every protocol, from the one table of faults. */
export function errors(): string {
  const rows: FaultRow[] = Object.values(faultTable);
  return `Every failure has one of these codes, on every protocol. Programs switch on the code and never on the message.

${table(
  ["code", "HTTP status", "RPC status", "meaning"],
  rows.map(({ wire, status, rpcCode, meaning }) => [
    code(WireReason[wire] as string),
    String(status),
    `${code(codeToString(rpcCode))} (${rpcCode})`,
    meaning,
  ]),
)}

Over plain JSON the body is \`{"error": {"code", "message", "details"}}\`. Over gRPC, gRPC-Web and Connect the status
carries details: \`fault.v1.FaultDetail\`, which has the same members with types; \`google.rpc.ErrorInfo\`, whose \`reason\`
is the code; and \`google.rpc.RetryInfo\` if the caller should wait. The file of every service imports their definitions
(\`fault.v1.StatusDetails\`). Every answer over HTTP has the server's time in \`Date\`; over gRPC this is metadata.
What the protocol itself forbids keeps the RPC status that it demands, such as \`unimplemented\` for an unknown method or compression.

${table(
  ["member of `details`", "when"],
  [
    [
      "`parameter`",
      "a parameter is at fault: its full path, such as `data[2]`; `body` when the request cannot be read",
    ],
    [
      "`provided`",
      "with `parameter`: the value received, `null` when there was none or it is a secret, described when it is long",
    ],
    ["`valid_range`", "the parameter has a smallest and a largest legal value"],
    ["`required_permission`", "the credentials lack it (status 403)"],
    [
      "`correlation_id`",
      "the service is at fault (status 500): the log holds the cause under it; also in `X-Request-Id`",
    ],
    ["`server_time`", "a JWT is refused because of its time: compare your clock"],
  ],
)}
`;
}
