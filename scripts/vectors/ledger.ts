import { type Golden, golden } from "./golden.ts";
import { preimage } from "./orders.ts";
import { publicKeyOf, Trace, type Vector } from "./trace.ts";

const { entries, batches, requests } = golden("ledger");
const { key, receipts } = golden("receipts");

type Rows = (readonly [
  name: string,
  as: "utf8" | "u8" | "u16" | "u32" | "u64" | "u128" | "hex",
  value: string | number,
])[];

const text = (name: string, value: string): Rows => [
  [`length of ${name}`, "u16", Buffer.byteLength(value)],
  [name, "utf8", value],
];
const bytes = (name: string, value: string): Rows => [
  [`length of ${name}`, "u32", value.length / 2],
  [name, "hex", value],
];

/** Optional members of an entry, in order: the bit of `presence`, and the rows. A new member is a line here. */
const optional: readonly (readonly [member: string, bit: number, rows: (value: Golden) => Rows])[] = [
  ["counterparty", 1, (value) => text("counterparty", value)],
  ["order", 2, (value) => bytes("order", value)],
  ["keyId", 4, (value) => text("keyId", value)],
  ["signature", 8, (value) => bytes("signature", value)],
  ["exchanged", 16, exchangedRows],
  ["hold", 64, holdRows],
];

/** Links to other entries, in order: the bit in their byte, and the rows. A new link is a line here. */
const links: readonly (readonly [member: string, bit: number, rows: (value: Golden) => Rows])[] = [
  ["reverses", 1, (value) => text("reverses", value)],
  ["linked", 2, ({ failed }) => text("transfer that failed first", failed)],
];

function linkRows(entry: Golden): Rows {
  const present = links.filter(([member]) => entry[member] !== undefined);
  if (present.length === 0) return [];
  const bits = present.reduce((sum, [, bit]) => sum | bit, 0);
  return [["links", "u8", bits], ...present.flatMap(([member, , rows]) => rows(entry[member]))];
}

function exchangedRows(exchanged: Golden): Rows {
  return [
    ["sourceAmount", "u64", exchanged.sourceAmount],
    ["fee of the exchange", "u64", exchanged.fee],
    ["targetAmount", "u64", exchanged.targetAmount],
    ["networkFee", "u64", exchanged.networkFee],
    ["rate", "u128", exchanged.rate],
    ["rateAtMs", "u64", exchanged.rateAtMs],
    ...text("source", exchanged.source),
    ...text("target", exchanged.target),
    ...text("rateSource", exchanged.rateSource),
    ...(exchanged.quoteId === undefined ? [] : text("quoteId", exchanged.quoteId)),
  ];
}

function holdRows({ endsAtMs, returned, id }: Golden): Rows {
  return [["endsAtMs", "u64", endsAtMs], ["returned", "u64", returned], ...text("id of the hold", id)];
}

/** Returns the canonical bytes of an entry, part by part. */
function entryRows(entry: Golden): Rows {
  const present = optional.filter(([member]) => entry[member] !== undefined);
  const linked = linkRows(entry);
  const furtherBits = (entry.exchanged?.quoteId === undefined ? 0 : 32) | (linked.length === 0 ? 0 : 128);
  return [
    ["version", "u8", 1],
    ["kind", "u8", entry.kind],
    ["outcome", "u8", entry.outcome],
    ["presence", "u8", present.reduce((bits, [, bit]) => bits | bit, furtherBits)],
    ["sequence", "u64", entry.sequence],
    ["atMs", "u64", entry.atMs],
    ["amount", "u64", entry.amount],
    ["fee", "u64", entry.fee],
    ["digest of the request", "hex", entry.digest],
    ...text("id", entry.id),
    ...text("owner", entry.owner),
    ...text("asset", entry.asset),
    ...text("description", entry.description),
    ...present.flatMap(([member, , rows]) => rows(entry[member])),
    ...linked,
  ];
}

/** Returns entries with canonical bytes, digest and confirmation code. */
export function entryVectors(): Vector[] {
  return entries.map(({ title, entry }: Golden) => {
    const trace = new Trace();
    trace.join("entry", entryRows(entry));
    trace.join("hashed bytes", [
      ["domain", "utf8", "platonic ledger entry v1"],
      ["entry", "step", "entry"],
    ]);
    trace.sha256("digest", "hashed bytes");
    trace.code("confirmation code", "digest");
    return { name: title, input: entry, steps: trace.steps };
  });
}

/** Returns unsigned requests, whose digest identifies repetitions for the ledger. */
export function requestVectors(): Vector[] {
  return requests.map(({ use, parts }: Golden) => {
    const trace = new Trace();
    trace.join("hashed bytes", [
      ["line of the use", "utf8", `platonic ledger ${use} v1\n`],
      ["JSON", "utf8", JSON.stringify(parts)],
    ]);
    trace.sha256("digest", "hashed bytes");
    return { name: use, input: parts, steps: trace.steps };
  });
}

/** Returns batches of the chain, and one whose entries are in another order. */
export function batchVectors(): Vector[] {
  const [, second] = batches;
  return [
    ...batches.map((batch: Golden) => batchVector(`batch ${batch.number}`, batch, false)),
    batchVector("a batch whose entries are in another order", second, true),
  ];
}

function batchVector(name: string, { number, from, to, previous, hash }: Golden, isTampered: boolean): Vector {
  const trace = new Trace();
  const digests: string[] = entries.slice(from, to).map(({ digest }: Golden) => digest);
  trace.join("hashed bytes", [
    ["domain", "utf8", "platonic ledger batch v1"],
    ["number", "u64", number],
    ["hash of the batch before", "hex", previous],
    ...(isTampered ? digests.toReversed() : digests).map((digest, i) => [`digest ${i + 1}`, "hex", digest] as const),
  ]);
  trace.sha256("hash", "hashed bytes");
  trace.join("hash in the chain", [["hash", "hex", hash]]);
  trace.compare("an audit finds", "hash", "hash in the chain", !isTampered);
  const input = { number, previous, digests };
  return { name, input, steps: trace.steps, ...(isTampered && { refused: "the chain is broken at this batch" }) };
}

/** Returns receipts, and one whose statement differs from the signed one. */
export function receiptVectors(): Vector[] {
  return receipts.flatMap(({ statement }: Golden, index: number) => {
    const trace = new Trace();
    trace.join("statement", linesOf(statement));
    preimage(trace, "receipt", "statement");
    trace.sign("signature", key.seed, "signed bytes");
    const good = {
      name: `receipt ${index + 1}`,
      purpose: "receipt",
      input: factsOf(statement),
      steps: [...trace.steps],
    };
    if (index > 0) return [good];
    const claimed = statement.replace(/sequence \d+/, "sequence 7");
    trace.join("other statement", linesOf(claimed));
    preimage(trace, "receipt", "other statement", "other bytes");
    trace.verify("a verifier finds", publicKeyOf(key.seed), "other bytes", "signature", false);
    const bad = { name: "receipt of another sequence", purpose: "receipt", input: factsOf(claimed) };
    return [good, { ...bad, steps: trace.steps, refused: "BadReceipt" }];
  });
}

function linesOf(statement: string): Rows {
  return statement.split(/(?<=\n)/).map((line) => [`line of ${line.split(" ", 1)[0]}`, "utf8", line] as const);
}

function factsOf(statement: string): object {
  return Object.fromEntries(
    statement
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")),
  );
}
