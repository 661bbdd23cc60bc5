import { periodOf, type Scope } from "../../server/core/fixed-window/fixed-window.ts";
import { windows } from "../../server/core/fixed-window/windows.ts";
import { limits } from "../../server/core/limits.ts";
import { code, table } from "./table.ts";

/** Who counts together, as a reader is told. */
const scopes: Readonly<Record<Scope, string>> = {
  database: "all processes",
  process: "each process",
  connection: "each connection",
};

/** Limits of what is there at the same time; each process counts its own. */
const atOnce: readonly (readonly [what: string, bound: number | string])[] = [
  ["connections", limits.connectionsMax],
  ["connections of one network", "`CONNECTIONS_PER_NETWORK`"],
  ["channels of one network", "`CHANNELS_PER_NETWORK`"],
  ["channels of one identity", "`CHANNELS_PER_IDENTITY`"],
  ["requests of one channel", limits.channelRequestsMax],
  ["streams of events", limits.eventStreamsMax],
  ["streams of events of one network", limits.eventStreamsPerNetworkMax],
  ["streams of the audit log", limits.auditStreamsMax],
  ["streams that watch the health", limits.healthWatchesMax],
  ["streams that watch the health, of one network", limits.healthWatchesPerNetworkMax],
  ["streams of reflection", limits.reflectionStreamsMax],
  ["streams of reflection of one network", limits.reflectionStreamsPerNetworkMax],
  ["connections of the host socket", limits.hostConnectionsMax],
  ["connections of the host socket of one user other than root", limits.hostConnectionsPerUserMax],
];

/** Writes the limits beside those of plans, each with who counts it. */
export function otherLimits(): string {
  const rows = Object.values(windows).map(({ what, countMax, windowMs, scope, ...more }) => [
    what,
    `${count.format(countMax)} ${periodOf(windowMs)}`,
    scopes[scope],
    "setting" in more ? code(more.setting) : "",
  ]);
  return `## Other limits

What all processes count is a row of the database: it holds over processes and restarts. What each process counts protects that
process, or keeps one network from using up the rest; three processes allow three times as much, and a restart begins anew.
Every limit is answered with \`RATE_LIMIT_EXCEEDED\` and the time to wait, but for those of connections, which are closed.

${table(["limit", "bound", "counted by", "setting"], rows)}

Each process counts what is there at once:

${table(
  ["at once", "bound"],
  atOnce.map(([what, bound]) => [what, typeof bound === "number" ? count.format(bound) : bound]),
)}
`;
}

const count = new Intl.NumberFormat("en");
