import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import { type LedgerHead, LedgerHeadSchema, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { isConsistent, type TreeHead } from "../../../typescript/src/wallet/hash-tree.ts";
import { command } from "../../command.ts";
import { readJson, receiptIn } from "../../json-file.ts";
import { labelled, moment } from "../../text.ts";

export const ledgerHead = command({
  name: "ledger head",
  summary:
    "Shows the head of the tree of the ledger's batches. Keep it to have it proven later that nothing was changed.",
  examples: ["npx platonic ledger head --json > head.json"],
  async run({ service }) {
    const { head } = await createClient(LedgerService, service().transport).getLedgerHead({});
    if (head === undefined) throw new Error(empty);
    return { json: toJson(LedgerHeadSchema, head), text: labelled(plain(head)) };
  },
});

/** Verifies that the ledger, or a later head, begins with an earlier head. */
export const ledgerVerify = command({
  name: "ledger verify",
  summary: "Verifies that the ledger was only added to since a head that was kept, or between two of them.",
  operands: ["HEAD"],
  optionalOperand: "LATER_HEAD",
  examples: ["npx platonic ledger verify head.json", "npx platonic ledger verify receipt.json later.json"],
  async run({ operands: [path], optionalOperand: laterPath, service }) {
    const kept = headIn(path);
    const expected = laterPath === undefined ? undefined : headIn(laterPath);
    const ledger = createClient(LedgerService, service().transport);
    const flaw = await flawSince(ledger, kept, expected);
    if ("flaw" in flaw) return { json: { isConsistent: false, flaw: flaw.flaw }, text: `${flaw.flaw}\n`, status: 1 };
    const { head } = flaw;
    const since = { size: String(kept.size), root: hex(kept.root) };
    return {
      json: { isConsistent: true, since, head: toJson(LedgerHeadSchema, head) },
      text: labelled({ isConsistent: true, since: since.size, ...plain(head) }),
    };
  },
});

/** Returns the head that begins with the kept one, or how the ledger differs. */
async function flawSince(
  ledger: Client<typeof LedgerService>,
  kept: TreeHead,
  expected: TreeHead | undefined,
): Promise<{ readonly head: LedgerHead } | { readonly flaw: string }> {
  const largest = (await ledger.getLedgerHead({})).head?.size ?? 0n;
  const wanted = expected ?? { size: largest };
  if (kept.size > wanted.size && expected !== undefined) throw new Error("the head is later than the other: swap them");
  for (const { size } of [kept, wanted]) {
    if (size > largest) return { flaw: `the ledger ends at size ${largest}, before the head of size ${size}` };
  }
  const { head, consistency } = await ledger.getLedgerHead({ size: wanted.size, since: kept.size });
  if (head === undefined) throw new Error(empty);
  if (expected !== undefined && hex(expected.root) !== hex(head.root)) {
    return { flaw: `the ledger has another root of size ${head.size} than the later head` };
  }
  if (isConsistent(kept, head, consistency)) return { head };
  return { flaw: `the ledger of size ${head.size} does not begin with the head of size ${kept.size}` };
}

const empty = "the ledger is empty: it has no head yet";

/** Reads a head, the response that contains it, or a receipt with the head of its time. */
function headIn(path: string): TreeHead {
  const json = readJson(path) as { readonly result?: { readonly head?: JsonValue }; readonly head?: JsonValue } | null;
  const head = json?.result?.head ?? json?.head ?? json;
  try {
    const { size, root } = fromJson(LedgerHeadSchema, head as JsonValue);
    if (size > 0n && root.length === 32) return { size, root };
  } catch {
    // A receipt, then, or an error that says what is expected.
  }
  const inclusion = receiptIn(json)?.inclusion;
  if (inclusion === undefined) throw new Error(`${path} contains no head of a ledger, and no receipt with one`);
  return { size: inclusion.treeSize, root: inclusion.treeRoot };
}

function plain({ size, root, batchNumber, batchHash, lastSequence, writtenAt }: LedgerHead) {
  return {
    size: String(size),
    root: hex(root),
    batch: String(batchNumber),
    hash: hex(batchHash),
    lastSequence: String(lastSequence),
    writtenAt: moment(writtenAt),
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
