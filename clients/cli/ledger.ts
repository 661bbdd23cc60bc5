import { readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import { LedgerBatchSchema, type LedgerCheck, type LedgerService } from "../../gen/es/admin/v1/ledger_pb.js";
import { type Receipt, ReceiptSchema } from "../../gen/es/wallet/v1/transaction_pb.js";
import { verifyReceipt } from "../typescript/src/wallet/receipt.ts";

/** What a command has to say. */
export interface LedgerOutcome {
  readonly json: object;
  /** Line by line, each with its label. */
  readonly lines: Readonly<Record<string, string>>;
  readonly findings: readonly string[];
}

export type LedgerCommand = (ledger: Client<typeof LedgerService>) => Promise<LedgerOutcome>;

/** So often it is asked how far a replay is. */
const askAgainMs = 200;

/** `platonic ledger check`: has the service replay its ledger, and waits for what it finds. */
export async function checkLedger(ledger: Client<typeof LedgerService>): Promise<LedgerOutcome> {
  let { check } = await ledger.checkLedger({});
  while (check?.isRunning) {
    await pause(askAgainMs);
    ({ check } = await ledger.getLedgerCheck({}));
  }
  if (check === undefined) throw new Error("the service says nothing of the check");
  const json = plain(check);
  const { findings, ...lines } = json;
  return {
    json,
    lines: { ...texts(lines), findings: findings.length === 0 ? "none" : String(findings.length) },
    findings,
  };
}

function plain({ isWhole, entries, batches, head, findings, endedAt }: LedgerCheck) {
  return {
    isWhole,
    entries: String(entries),
    batches: String(batches),
    head: Buffer.from(head).toString("hex"),
    endedAt: endedAt === undefined ? null : timestampDate(endedAt).toISOString(),
    findings,
  };
}

/** `platonic ledger export FILE`: one line of JSON for each batch, from the first on. The file must be a new one. */
export function exportLedger(path: string): LedgerCommand {
  return async (ledger) => {
    const file = await open(path, "wx", 0o600);
    try {
      const exported = await writeBatches(ledger, (line) => file.writeFile(line));
      await file.sync();
      const json = { file: path, ...exported };
      return { json, lines: texts(json), findings: [] };
    } catch (error) {
      // Half of a ledger would look like a ledger.
      rmSync(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  };
}

async function writeBatches(ledger: Client<typeof LedgerService>, write: (line: string) => Promise<void>) {
  let [after, entries] = [0n, 0];
  let head = "";
  for (;;) {
    const { batches } = await ledger.exportLedger({ after, pageSize: 100 });
    for (const batch of batches) {
      if (batch.number !== after + 1n) throw new Error(`batch ${after + 1n} is missing`);
      await write(`${JSON.stringify(toJson(LedgerBatchSchema, batch))}\n`);
      after = batch.number;
      entries += batch.entries.length;
      head = Buffer.from(batch.hash).toString("hex");
    }
    if (batches.length === 0) return { batches: String(after), entries: String(entries), head };
  }
}

/**
 * `platonic ledger verify-receipt RECEIPT KEYS`: needs no service, only a receipt as it was answered, and the key set
 * that the service publishes at `/.well-known/jwks.json`.
 */
export async function verifyReceiptFile(receiptPath: string, keySetPath: string): Promise<LedgerOutcome> {
  const receipt = receiptIn(readJson(receiptPath), receiptPath);
  const proven = await verifyReceipt(receipt, readJson(keySetPath));
  const json = { ...proven, sequence: String(proven.sequence), batchNumber: String(proven.batchNumber) };
  return { json, lines: texts(json), findings: [] };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON`, { cause: error });
  }
}

/** The receipt alone, or the whole answer that holds it. */
function receiptIn(json: unknown, path: string): Receipt {
  const answer = json as { readonly result?: { readonly receipt?: unknown }; readonly receipt?: unknown } | null;
  const receipt = answer?.result?.receipt ?? answer?.receipt ?? json;
  try {
    return fromJson(ReceiptSchema, receipt as JsonValue);
  } catch (error) {
    throw new Error(`${path} holds no receipt`, { cause: error });
  }
}

function texts(members: object): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([label, value]) => [label, String(value ?? "-")]));
}
