/**
 * `npm run bench`: compares the service with peers, in turns, on the same payloads; then measures latency, start-up,
 * memory, identities (authentication, session check, vault), the ledger, the channel, the pages of the console, a scrape of the
 * metrics, and threads that serve.
 *
 *     --quick            a few short rounds
 *     --only <pattern>   only contests whose protocol and payload match, and other measurements whose name matches
 *     --rounds <n>       number of rounds
 *     --seconds <n>      duration of a round
 *     --channels <n>     number of idle channels whose memory is measured, 1000 by default
 *     --write            writes docs/benchmarks.md; with --only the measurements that match, into the page as it is
 *     --profile          instead prints CPU profiles of the server, by protocol
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { channelRate } from "./channel/channel.ts";
import { channelMemory } from "./channel/memory.ts";
import { reconnectTime } from "./channel/reconnect.ts";
import { channelTransferRate } from "./channel/transfers.ts";
import { consolePages } from "./console/pages.ts";
import { contests } from "./contests.ts";
import { type Outcome, runContest } from "./harness/contest.ts";
import type { Finding } from "./harness/finding.ts";
import { pinGenerator } from "./harness/servers.ts";
import { authenticationRate } from "./identity/authentication.ts";
import { authenticationRateOnMariadb } from "./identity/authentication-mariadb.ts";
import { sessionCheck } from "./identity/session-check.ts";
import { ledgerOnMariadb, ledgerOnSqlite } from "./ledger/batches.ts";
import { ledgerLatency, ledgerLatencyOnMariadb } from "./ledger/latency.ts";
import { ledgerBySize } from "./ledger/size.ts";
import { ledgerByTigerbeetle } from "./ledger/tigerbeetle.ts";
import { watchedLedger } from "./ledger/watched.ts";
import { leasedLatency } from "./limits/latency.ts";
import { sharedLimits } from "./limits/shared.ts";
import { scrapeTime } from "./metrics/scrape.ts";
import { amendedPage } from "./report/amended.ts";
import { describe, describeFinding, describeProfile } from "./report/lines.ts";
import { pageOf } from "./report/page.ts";
import { profile } from "./report/profile.ts";
import type { Profiled } from "./report/profile-page.ts";
import { smallBesideLarge } from "./requests/beside-large.ts";
import { latencyAtHalfLoad } from "./requests/latency.ts";
import { memoryGrowth } from "./requests/memory.ts";
import { payloads } from "./requests/payloads.ts";
import { startUpTime } from "./requests/start-up.ts";
import { threadRates } from "./threads/threads.ts";
import { transferBatchRate } from "./transfers/batches.ts";
import { callsBesideBulk } from "./transfers/beside-bulk.ts";
import { noticeLatency } from "./transfers/notices.ts";
import { transferRate } from "./transfers/transfers.ts";
import { watchedTransfers } from "./transfers/watched.ts";
import { vaultRewrap } from "./vault/rewrap.ts";
import { signingRate } from "./vault/signing.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    channels: { type: "string", default: "1000" },
    write: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
if (options.write && (options.quick || options.profile)) {
  throw new Error("--write needs whole rounds: omit --quick and --profile");
}
const seconds = Number(options.seconds ?? (options.quick ? 1 : 3));
const pace = {
  rounds: Number(options.rounds ?? (options.quick ? 3 : 7)),
  seconds,
  warmUpSeconds: Math.min(5, 2 * seconds),
};
const pattern = new RegExp(options.only, "i");
const chosen = contests.filter(({ payload, wire }) => pattern.test(`${wire}: ${payload.name}`));
if (options.write && options.only !== "" && chosen.length > 0) {
  throw new Error(`--only "${options.only}" matches contests, which a full run alone writes: name other measurements`);
}
const measurements: readonly { name: string; measure: () => Promise<Finding> }[] = [
  { name: "latency", measure: () => latencyAtHalfLoad(pace) },
  { name: "start-up", measure: startUpTime },
  { name: "memory", measure: () => memoryGrowth(options.quick ? 20_000 : 100_000) },
  { name: "beside", measure: () => smallBesideLarge(pace) },
  { name: "authentication", measure: authenticationRate },
  { name: "authentication, MariaDB", measure: authenticationRateOnMariadb },
  { name: "session check", measure: () => sessionCheck(pace) },
  { name: "channel", measure: () => channelRate(pace) },
  { name: "channels, idle", measure: () => channelMemory(Number(options.channels)) },
  { name: "events of payments", measure: () => noticeLatency(pace) },
  { name: "channel, transfers", measure: () => channelTransferRate(pace) },
  { name: "channel, reconnecting", measure: reconnectTime },
  { name: "vault", measure: () => signingRate(pace) },
  { name: "vault rewrap", measure: () => vaultRewrap(pace) },
  { name: "ledger", measure: () => ledgerOnSqlite(pace) },
  { name: "ledger, MariaDB", measure: () => ledgerOnMariadb(pace) },
  { name: "ledger latency", measure: ledgerLatency },
  { name: "ledger latency, MariaDB", measure: ledgerLatencyOnMariadb },
  { name: "ledger, TigerBeetle", measure: () => ledgerByTigerbeetle(pace) },
  { name: "ledger size", measure: () => ledgerBySize(pace) },
  { name: "ledger, watched", measure: () => watchedLedger(pace) },
  { name: "transfers, signed", measure: () => transferRate(pace) },
  { name: "transfers, watched", measure: () => watchedTransfers(pace) },
  { name: "transfers in bulk", measure: () => transferBatchRate(pace) },
  { name: "beside transfers in bulk", measure: () => callsBesideBulk(pace) },
  { name: "console", measure: () => consolePages(pace) },
  { name: "metrics", measure: () => scrapeTime(pace) },
  { name: "limits, shared", measure: () => sharedLimits(pace) },
  { name: "limits, latency", measure: () => leasedLatency(pace) },
  { name: "threads", measure: () => threadRates(pace) },
];

// By default a signal ends a process without the listeners that end its servers.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
const [loadBefore = 0] = loadavg();
pinGenerator();
const outcomes: Outcome[] = [];
for (const contest of chosen) {
  if (options.profile) {
    process.stdout.write(`${describeProfile(contest, await profile(contest))}\n\n`);
    continue;
  }
  const outcome = await runContest(contest, pace);
  outcomes.push(outcome);
  process.stdout.write(`${describe(outcome)}\n\n`);
}
const findings: Finding[] = [];
for (const { measure } of options.profile ? [] : measurements.filter(({ name }) => pattern.test(name))) {
  const finding = await measure();
  findings.push(finding);
  process.stdout.write(`${describeFinding(finding)}\n\n`);
}
const page = join(import.meta.dirname, "../docs/benchmarks.md");
if (options.write && options.only !== "") {
  writeFileSync(page, amendedPage(readFileSync(page, "utf8"), findings, new Date().toISOString().slice(0, 10)));
} else if (options.write) {
  const profiled: Profiled[] = [];
  for (const outcome of outcomes) {
    const { payload, wire } = outcome.contest;
    if (payload === payloads.transform && (wire === "rest" || wire === "grpc"))
      profiled.push({ outcome, threads: await profile(outcome.contest) });
  }
  writeFileSync(page, pageOf({ pace, outcomes, findings, profiled, loadBefore }));
}
