import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "@connectrpc/connect";
import { type LedgerCheck, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { command, type Outcome } from "../../command.ts";
import { type Done, partOf, withProgress } from "../../progress.ts";
import { labelled, lines, moment, printable } from "../../text.ts";

/** Poll interval while the service replays its ledger. */
const pollIntervalMs = 200;

export const ledgerCheck = command({
  name: "ledger check",
  summary: "Replays the ledger and compares it with the balances.",
  async run(call) {
    const ledger = createClient(LedgerService, call.service().transport);
    const check = await withProgress(call, "checking the ledger", (done) => replay(ledger, done));
    if (check === undefined) throw new Error("the service did not report a check");
    return outcomeOf(check);
  },
});

export const ledgerLastCheck = command({
  name: "ledger last-check",
  summary: "Shows what the last check of the ledger has found, or how far the one is that runs.",
  async run({ service }) {
    const { check } = await createClient(LedgerService, service().transport).getLedgerCheck({});
    if (check?.startedAt === undefined) throw new Error("no check has been made since the service was started");
    return outcomeOf(check);
  },
});

function outcomeOf(check: LedgerCheck): Outcome {
  const json = plain(check);
  const { findings } = json;
  const summary = { ...json, findings: findings.length === 0 ? "none" : findings.length };
  return {
    json,
    text: labelled(summary) + lines(findings.map(printable)),
    status: findings.length === 0 ? 0 : 1,
  };
}

async function replay(ledger: Client<typeof LedgerService>, done: Done) {
  let { check } = await ledger.checkLedger({});
  while (check?.isRunning) {
    const { entries, entriesTotal, batches } = check;
    const text =
      entries < entriesTotal ? `${entries} of ${entriesTotal} entries, ${batches} batches` : "comparing balances";
    done(text, partOf(entries, entriesTotal));
    await pause(pollIntervalMs);
    ({ check } = await ledger.getLedgerCheck({}));
  }
  return check;
}

function plain({ isRunning, isWhole, entries, batches, head, findings, endedAt }: LedgerCheck) {
  return {
    ...(isRunning ? { isRunning } : { isWhole }),
    entries: String(entries),
    batches: String(batches),
    head: Buffer.from(head).toString("hex"),
    endedAt: moment(endedAt),
    findings,
  };
}
