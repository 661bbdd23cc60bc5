/**
 * Replays an export of the ledger, by docs/ledger.md alone: it imports nothing of the service.
 *
 * usage: node replay.ts EXPORT [POLICY [KEYS]]
 *
 * EXPORT is what `platonic ledger export` writes, POLICY the answer of `GET /v1/admin/ledger/policy`, KEYS a JSON object
 * with the public key (base64url) of each key id. Prints balances and findings; exits with 1 if there are findings.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const [exportPath = "", policyPath, keysPath] = process.argv.slice(2);
const policy = policyPath === undefined ? undefined : JSON.parse(readFileSync(policyPath, "utf8")).result;
const keys = keysPath === undefined ? undefined : JSON.parse(readFileSync(keysPath, "utf8"));

const findings: string[] = [];
const balances = new Map<string, bigint>();
const counts = new Map<string, number>();
const ids = new Set<string>();
const balanceMax = 2n ** 63n - 1n;
const amountMax = 10n ** 18n;

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function check(place: string, isGood: boolean, flaw: string): void {
  if (!isGood) findings.push(`${place}: ${flaw}`);
}

// ---- The bytes of an entry

function readEntry(bytes: Buffer) {
  let at = 68;
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error("is cut short");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = () => below(take(8).readBigUInt64BE(), balanceMax);
  const text = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(take(take(2).readUInt16BE()));
  const block = () => take(take(4).readUInt32BE());
  if (bytes.length < at || bytes[0] !== 1) throw new Error("is of another version");
  const [kind, outcome, bits] = [bytes[1] as number, bytes[2] as number, bytes[3] as number];
  if ((bits & 48) === 32) throw new Error("has unknown bits");
  const entry = {
    kind,
    outcome,
    bits,
    sequence: below(bytes.readBigUInt64BE(4), 2n ** 53n - 1n),
    atMs: below(bytes.readBigUInt64BE(12), 2n ** 53n - 1n),
    amount: below(bytes.readBigUInt64BE(20), balanceMax),
    fee: below(bytes.readBigUInt64BE(28), balanceMax),
    digest: bytes.subarray(36, 68),
    id: text(),
    owner: text(),
    asset: text(),
    description: text(),
    counterparty: bits & 1 ? text() : "",
    order: bits & 2 ? block() : Buffer.of(),
    keyId: bits & 4 ? text() : "",
    signature: bits & 8 ? block() : Buffer.of(),
    exchange: bits & 16 ? readExchange() : undefined,
    hold: bits & 64 ? { endsMs: below(number(), 2n ** 53n - 1n), returned: number(), id: text() } : undefined,
    ...(bits & 128 ? readLinks() : { reverses: undefined, failed: undefined }),
  };
  if (at !== bytes.length) throw new Error("has bytes after its end");
  return entry;

  function readLinks() {
    const links = take(1)[0] as number;
    if (links === 0 || links > 3) throw new Error("has unknown links");
    return { reverses: links & 1 ? text() : undefined, failed: links & 2 ? text() : undefined };
  }

  function readExchange() {
    const [sourceAmount, fee, targetAmount, networkFee] = [number(), number(), number(), number()];
    const rate = (take(8).readBigUInt64BE() << 64n) | take(8).readBigUInt64BE();
    below(number(), 2n ** 53n - 1n);
    const [source, target, origin] = [text(), text(), text()];
    const quote = bits & 32 ? text() : undefined;
    return { sourceAmount, fee, targetAmount, networkFee, rate, source, target, origin, quote };
  }
}
type Entry = ReturnType<typeof readEntry>;
type Exchange = NonNullable<Entry["exchange"]>;

function below(value: bigint, most: bigint): bigint {
  if (value > most) throw new Error("has a number out of range");
  return value;
}

/** The outcomes and the optional fields of each kind. */
function isOfItsKind({ kind, outcome, bits, reverses, failed }: Entry): boolean {
  if (kind === 9) return outcome === 0 && bits === 129 && reverses !== undefined && failed === undefined;
  const plain = bits & 127;
  const isBack = reverses !== undefined && (outcome === 10 || outcome === 15);
  const isTransfer = outcome <= 6 ? !failed : outcome === 9 ? Boolean(failed) : isBack && !failed;
  if (kind === 1) return isTransfer && (plain === 15 || (plain === 31 && outcome === 0));
  if (kind === 2) return outcome === 0 ? bits === 16 || bits === 48 : outcome >= 11 && outcome <= 14 && bits === 0;
  if (kind === 3 || kind === 4) return outcome === 0 && bits === 0;
  const isHold = outcome <= 6 ? !failed : outcome === 9 && Boolean(failed);
  if (kind === 6) return isHold && reverses === undefined && (plain === 79 || (plain === 95 && outcome === 0));
  if (kind === 7) return [0, 1, 3, 5, 7, 8].includes(outcome) && (bits === 79 || (bits === 78 && outcome !== 0));
  if (kind === 8 && outcome === 0) return bits === 79 || bits === 65;
  if (kind === 8) return [1, 7, 8].includes(outcome) && (bits === 79 || bits === 78);
  return kind === 5 && outcome === 6 && bits === 0;
}

// ---- Assets, amounts, fees

const internal: Record<string, [type: number, scale: number]> = { TOKEN_STANDARD: [1, 8], TOKEN_MICRO: [2, 12] };
const termsOf = (asset: string) =>
  policy?.assets.find((one: Record<string, string>) => (one["currency_code"] ?? one["token_type"]) === asset);
const typeOf = (asset: string) => internal[asset]?.[0] ?? 3;
const codeOf = (asset: string) => (typeOf(asset) === 3 ? asset : "");
const scaleOf = (asset: string): number | undefined => internal[asset]?.[1] ?? termsOf(asset)?.scale;

/** Smallest units of a decimal; undefined if it is none. Orders of earlier versions may have an exponent. */
function unitsOf(text: string, scale: number): bigint | undefined {
  const parts = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.length > 128 ? "" : text);
  if (parts === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const zeros = scale - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  if (zeros >= 0) return digits * 10n ** BigInt(zeros);
  return digits % 10n ** BigInt(-zeros) === 0n ? digits / 10n ** BigInt(-zeros) : undefined;
}

function feeOf(amount: bigint, minimum: bigint, basisPoints: number): bigint {
  const share = (amount * BigInt(basisPoints) + 9_999n) / 10_000n;
  return share > minimum ? share : minimum;
}

// ---- Orders and their signatures

function readOrder(bytes: Buffer): Map<number, Buffer | bigint> {
  const fields = new Map<number, Buffer | bigint>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new Error("has an order that cannot be read");
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const wireType = tag & 7;
    if (wireType === 0) fields.set(tag >>> 3, varint());
    else {
      const length = wireType === 2 ? Number(varint()) : ({ 1: 8, 5: 4 }[wireType] ?? Number.NaN);
      if (!(at + length <= bytes.length)) throw new Error("has an order that cannot be read");
      if (wireType === 2) fields.set(tag >>> 3, bytes.subarray(at, at + length));
      at += length;
    }
  }
  return fields;
}

/** Whether the order of a transfer, hold, capture or release says what its entry says. */
function isOrdered(entry: Entry): boolean {
  const fields = readOrder(entry.order);
  const text = (number: number) => String(fields.get(number) ?? "");
  if (entry.kind >= 7) return isChangeOrdered(entry, fields, text);
  const [tokenType, createdAt, expiresAt] = [4, 8, 10].map((number) => (fields.get(number) ?? 0n) as bigint);
  const asset = ["", "TOKEN_STANDARD", "TOKEN_MICRO", text(5)][Number(tokenType)];
  const scale = scaleOf(entry.asset);
  const isAmount = scale === undefined || unitsOf(text(6), scale) === entry.amount;
  const feeMax = scale === undefined || text(9) === "" ? undefined : unitsOf(text(9), scale);
  return (
    text(1) === entry.id &&
    text(2) === entry.owner &&
    text(3) === entry.counterparty &&
    text(7) === entry.description &&
    text(12) === (entry.reverses ?? "") &&
    asset === entry.asset &&
    isAmount &&
    (createdAt as bigint) > 0n &&
    ((fields.get(11) as bigint | undefined) ?? 0n) === (entry.hold?.endsMs ?? 0n) &&
    (feeMax === undefined || entry.fee <= feeMax) &&
    (expiresAt === 0n || entry.atMs < (expiresAt as bigint))
  );
}

function isChangeOrdered(
  entry: Entry,
  fields: Map<number, Buffer | bigint>,
  text: (number: number) => string,
): boolean {
  const isOwn = text(1) === entry.id && text(2) === entry.owner && text(3) === entry.hold?.id;
  const expiresAt = (fields.get(entry.kind === 7 ? 9 : 5) ?? 0n) as bigint;
  if (!isOwn || (expiresAt !== 0n && entry.atMs >= expiresAt)) return false;
  if (entry.kind === 8) return true;
  const asset = ["", "TOKEN_STANDARD", "TOKEN_MICRO", text(5)][Number(fields.get(4) ?? 0n)];
  const scale = scaleOf(entry.asset);
  const keepsRest = fields.get(7) === 1n;
  const isAmount = scale === undefined || unitsOf(text(6), scale) === entry.amount;
  return asset === entry.asset && isAmount && (!keepsRest || entry.hold?.returned === 0n);
}

/** The root that the signature of an order is of, with its place among the orders; undefined if there is no such path. */
function pathOf({ order, signature }: Entry) {
  if (signature.length < 72) return undefined;
  const [place, all] = [signature.readUInt32BE(64), signature.readUInt32BE(68)];
  let [index, count, root, at] = [place, all, sha256(Buffer.of(0), order), 72];
  for (; count > 1; count = Math.ceil(count / 2), index >>>= 1) {
    if ((index ^ 1) >= count) continue;
    const sibling = signature.subarray(at, at + 32);
    root = index % 2 === 0 ? sha256(Buffer.of(1), root, sibling) : sha256(Buffer.of(1), sibling, root);
    at += 32;
  }
  return at === signature.length && place < all ? { root, place, all } : undefined;
}

function isSigned(entry: Entry): boolean {
  const { kind, order, keyId, signature, failed } = entry;
  if (keys[keyId] === undefined) return false;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: keys[keyId] }, format: "jwk" });
  const alone = { 7: "capture", 8: "release" }[kind] ?? "transfer";
  const lone = Buffer.concat([Buffer.from(`platonic ${alone} v1\n`), order]);
  if (kind === 7 || kind === 8 || signature.length === 64)
    return failed === undefined && verify(null, lone, key, signature);
  const path = pathOf(entry);
  if (path === undefined) return false;
  const purpose = failed === undefined ? "transfers" : "linked transfers";
  return verify(
    null,
    Buffer.concat([Buffer.from(`platonic ${purpose} v1\n`), path.root]),
    key,
    signature.subarray(0, 64),
  );
}

/** Checks that the linked sets of a batch are whole, in their sequence, and of one outcome. */
function checkLinked(place: string, entries: readonly Entry[]): void {
  for (let at = 0; at < entries.length; ) {
    const first = entries[at] as Entry;
    const all = first.failed === undefined ? 1 : (pathOf(first)?.all ?? 0);
    const set = entries.slice(at, at + Math.max(1, all));
    at += set.length;
    if (first.failed === undefined) continue;
    const root = pathOf(first)?.root.toString("hex");
    const isWhole = set.every((entry, index) => {
      const path = entry.failed === undefined ? undefined : pathOf(entry);
      return path?.place === index && path.all === all && path.root.toString("hex") === root;
    });
    check(place, all > 1 && set.length === all && isWhole, "has a linked set that is not whole");
    const broken = set.filter(({ outcome }) => outcome !== 9);
    const isDone = set.every(({ outcome }) => outcome === 0);
    const isFailed = broken.length === 1 && broken[0]?.outcome !== 0;
    const isNamed = set.every(({ outcome, failed }) => failed === (outcome === 9 ? broken[0]?.id : ""));
    check(place, isDone || (isFailed && isNamed), "has a linked set of several outcomes");
  }
}

// ---- Digests of requests

function digestOf(entry: Entry): Buffer | undefined {
  const { kind, id, owner, asset, amount, description, exchange, reverses } = entry;
  const request = (name: string, values: unknown[]) => sha256(`platonic ledger ${name} v1\n${JSON.stringify(values)}`);
  if (entry.order.length > 0) return sha256(entry.order);
  const { id: holdId = "" } = entry.hold ?? {};
  if (kind === 8)
    return id.startsWith("exp-") ? request("expiry", [id, holdId]) : request("release", [id, holdId, description]);
  if (kind === 5) return sha256(`platonic ledger seal v1\n${id}\n${owner}`);
  if (kind === 9) {
    // Without an amount all that was left is given back.
    const [part, all] = [String(amount), ""].map((of) => request("reverse", [id, reverses, of, description]));
    return all?.equals(entry.digest) ? all : part;
  }
  if (kind !== 2) return request(kind === 3 ? "deposit" : "withdraw", [id, owner, asset, String(amount), description]);
  // A failed exchange does not keep its target.
  if (exchange === undefined) return undefined;
  const { target, quote = "" } = exchange;
  const source = [typeOf(asset), codeOf(asset), String(amount)];
  return request("exchange", [id, owner, ...source, typeOf(target), codeOf(target), quote]);
}

// ---- Holds
const holds = new Map<string, Entry & { captured: bigint; taken: bigint; left: bigint }>();

/** Applies an entry with outcome 0 to its hold. */
function applyHold(place: string, entry: Entry): void {
  const { kind, id, owner, counterparty, asset, amount, fee, atMs, hold } = entry;
  if (hold === undefined) return;
  if (kind === 6) {
    const lengthMs = hold.endsMs - atMs;
    check(
      place,
      hold.id === id && hold.returned === 0n && lengthMs > 0n && lengthMs <= 31n * 86_400_000n,
      "holds badly",
    );
    holds.set(id, { ...entry, captured: 0n, taken: 0n, left: amount + fee });
    return;
  }
  const of = holds.get(hold.id);
  check(place, of !== undefined && of.left > 0n, "changes a hold that is not open");
  if (of === undefined) return;
  const isOfIt = owner === of.counterparty && counterparty === of.owner && asset === of.asset;
  check(place, isOfIt && hold.endsMs === of.hold?.endsMs, "has other terms than its hold");
  const isEnd = id === `exp-${hold.id.replaceAll("-", "")}`;
  check(place, isEnd ? atMs >= hold.endsMs : atMs < hold.endsMs || entry.bits === 65, "is not in its time");
  if (kind === 7) {
    of.captured += amount;
    const due = (of.fee * of.captured + of.amount - 1n) / of.amount - of.taken;
    check(place, of.captured <= of.amount && fee === due, "captures more, or for another fee, than its hold allows");
    [of.taken, of.left] = [of.taken + fee, of.left - amount - fee];
  } else check(place, amount === of.amount - of.captured && fee === of.fee - of.taken, "releases another amount");
  check(place, hold.returned === of.left || (kind === 7 && hold.returned === 0n), "returns another amount");
  of.left -= hold.returned;
}

// ---- Postings
type Posting = [owner: string, asset: string, amount: bigint];

function postingsOf({ kind, outcome, owner, asset, amount, fee, counterparty, exchange, hold }: Entry): Posting[] {
  if (outcome !== 0) return [];
  const postings: Posting[] = [];
  if (exchange !== undefined) {
    const { source, sourceAmount, target, targetAmount, networkFee } = exchange;
    postings.push([owner, source, -sourceAmount], ["@fees", source, exchange.fee]);
    postings.push(["@liquidity", source, sourceAmount - exchange.fee]);
    postings.push(["@liquidity", target, -(targetAmount + networkFee)], ["@network-fees", target, networkFee]);
    postings.push([owner, target, targetAmount]);
  }
  if (kind === 1) postings.push([owner, asset, -(amount + fee)], [counterparty, asset, amount], ["@fees", asset, fee]);
  const returned = hold?.returned ?? 0n;
  if (kind === 6) postings.push([owner, asset, -(amount + fee)], ["@holds", asset, amount + fee]);
  if (kind === 7) postings.push(["@holds", asset, -(amount + fee + returned)], [owner, asset, amount]);
  if (kind === 7) postings.push(["@fees", asset, fee], [counterparty, asset, returned]);
  if (kind === 8) postings.push(["@holds", asset, -returned], [counterparty, asset, returned]);
  if (kind === 9) postings.push([owner, asset, -amount], [counterparty, asset, amount]);
  if (kind === 3) postings.push(["@issuance", asset, -amount], [owner, asset, amount]);
  if (kind === 4) postings.push([owner, asset, -amount], ["@issuance", asset, amount]);
  return postings;
}

/** Amounts that can be given back of completed transfers and captures, and of holds, with who has paid whom. */
const left = new Map<string, { owner: string; counterparty: string; asset: string; amount: bigint; of: string }>();

function checkBack(place: string, { id, owner, counterparty, asset, amount, fee, kind, hold, reverses }: Entry): void {
  if (reverses === undefined) {
    const paid = { owner, counterparty, asset, amount: kind === 1 ? amount : 0n, of: id };
    if (kind === 1 || kind === 6) left.set(id, paid);
    const held = kind === 7 && left.get(hold?.id ?? "");
    if (held) left.set(id, { ...held, amount }).set(held.of, { ...held, amount: held.amount + amount });
    return;
  }
  const given = left.get(reverses);
  const isBack = given?.owner === counterparty && given.counterparty === owner && given.asset === asset && fee === 0n;
  check(place, isBack, "gives back what it may not");
  for (const one of new Set([given, left.get(given?.of ?? "")])) {
    if (one !== undefined) one.amount -= amount;
    check(place, one === undefined || one.amount >= 0n, "gives back more than there was");
  }
}

function checkExchange(place: string, entry: Entry, exchange: Exchange): void {
  const { source, sourceAmount, fee, target, targetAmount, networkFee, rate } = exchange;
  if (entry.kind === 2)
    check(place, source === entry.asset && sourceAmount === entry.amount, "exchanges something else");
  else check(place, target === entry.asset && codeOf(source) === "", "exchanges automatically what it may not");
  check(place, source !== target && fee < sourceAmount && targetAmount > 0n, "exchanges nothing");
  const [from, to] = [scaleOf(source), scaleOf(target)];
  if (from === undefined || to === undefined) return;
  const gained = ((sourceAmount - fee) * rate * 10n ** BigInt(to)) / 10n ** BigInt(12 + from) - networkFee;
  check(place, gained === targetAmount, `exchanges to ${targetAmount}, its rate makes ${gained}`);
  if (policy === undefined) return;
  const minimum = unitsOf(termsOf(source).exchange_fee_minimum, from) ?? 0n;
  check(place, fee === feeOf(sourceAmount, minimum, policy.exchange_basis_points), "has another fee than the policy's");
  check(place, networkFee === (unitsOf(termsOf(target).network_fee, to) ?? 0n), "has another network fee");
}

function replay(place: string, entry: Entry): void {
  const { kind, outcome, asset, amount, fee } = entry;
  counts.set(`${kind}/${outcome}`, (counts.get(`${kind}/${outcome}`) ?? 0) + 1);
  check(place, isOfItsKind(entry), "has an outcome or fields that its kind has not");
  check(place, !ids.has(entry.id), "has the id of another entry");
  ids.add(entry.id);
  check(place, digestOf(entry)?.equals(entry.digest) ?? true, "has not the digest of its request");
  if (outcome === 0) checkBack(place, entry);
  if (entry.order.length > 0 && [0, 3, 4, 5, 7, 8, 9, 10, 15].includes(outcome)) {
    check(place, isOrdered(entry), "is not what its order says");
    if (keys !== undefined) check(place, isSigned(entry), "is not signed by its sender");
  }
  check(place, outcome !== 0 || (amount > 0n && amount <= amountMax), "moves what is no amount");
  check(place, [1, 6, 7, 8].includes(kind) || fee === 0n, "has a fee");
  const terms =
    (kind === 1 || kind === 6) && outcome === 0 && entry.reverses === undefined ? termsOf(asset) : undefined;
  const least = terms && feeOf(amount, unitsOf(terms.fee_minimum, terms.scale) ?? 0n, terms.fee_basis_points);
  check(place, least === undefined || least === fee, "has another fee than the policy's");
  if (entry.exchange !== undefined) checkExchange(place, entry, entry.exchange);
  if (outcome === 0) applyHold(place, entry);
  for (const [owner, of, change] of postingsOf(entry)) {
    if (change === 0n) continue;
    const balance = (balances.get(`${owner} ${of}`) ?? 0n) + change;
    balances.set(`${owner} ${of}`, balance);
    const isLegal = balance <= balanceMax && balance >= (owner.startsWith("@") ? -balanceMax : 0n);
    check(place, isLegal, `leaves ${balance} of ${of} to ${owner}`);
  }
}

// ---- Batches, their chain and their tree

/** Roots of the perfect subtrees of the tree, each with the number of its leaves. */
const peaks: [count: number, root: Buffer][] = [];
function addLeaf(leaf: Buffer) {
  let [count, root] = [1, leaf];
  for (; peaks.at(-1)?.[0] === count; count *= 2) root = nodeOf((peaks.pop() as [number, Buffer])[1], root);
  peaks.push([count, root]);
}
const rootOf = (nodes: Buffer[]) => nodes.reduceRight((right, left) => nodeOf(left, right));
function treeOf(leaves: Buffer[]): Buffer {
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return leaves.length === 1
    ? (leaves[0] as Buffer)
    : nodeOf(treeOf(leaves.slice(0, split)), treeOf(leaves.slice(split)));
}
const leafOf = (...data: Buffer[]) => sha256(Buffer.of(0), ...data);
const nodeOf = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);

let [previous, batches, sequence, lastMs] = [Buffer.alloc(32), 0n, 0n, 0];
for (const line of readFileSync(exportPath, "utf8").split("\n").filter(Boolean)) {
  const batch = JSON.parse(line);
  const entries: Buffer[] = batch.entries.map((entry: string) => Buffer.from(entry, "base64"));
  const place = `batch ${++batches}`;
  check(place, BigInt(batch.number) === batches, `has the number ${batch.number}`);
  check(place, Buffer.from(batch.previousHash, "base64").equals(previous), "is not chained to the batch before");
  check(place, BigInt(batch.firstSequence) === sequence + 1n, `does not begin after entry ${sequence}`);
  check(place, BigInt(batch.lastSequence) === sequence + BigInt(entries.length), "has other entries than it says");
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(batches);
  const digests = entries.map((entry) => sha256("platonic ledger entry v1", entry));
  if (batch.treeSize === undefined) peaks.length = 0;
  if (batch.treeSize === "2" && peaks.length === 0) addLeaf(leafOf(previous));
  previous = sha256("platonic ledger batch v1", number, previous, ...digests);
  check(place, Buffer.from(batch.hash, "base64").equals(previous), "has not the hash of its entries");
  if (batch.treeSize !== undefined) addLeaf(leafOf(previous, treeOf(digests.map((digest) => leafOf(digest)))));
  const size = peaks.reduce((sum, [count]) => sum + count, 0);
  check(place, BigInt(batch.treeSize ?? 0) === BigInt(size), `is not leaf ${batch.treeSize} of the tree`);
  const writtenMs = Date.parse(batch.writtenAt);
  check(place, writtenMs >= lastMs, "is older than the batch before");
  lastMs = writtenMs;
  const read: Entry[] = [];
  for (const bytes of entries) {
    const where = `entry ${++sequence}`;
    try {
      const entry = readEntry(bytes);
      read.push(entry);
      check(where, entry.sequence === sequence, `has sequence ${entry.sequence}`);
      check(where, entry.atMs === BigInt(writtenMs), "is not of the time of its batch");
      replay(where, entry);
    } catch (error) {
      check(where, false, (error as Error).message);
    }
  }
  checkLinked(place, read);
}
for (const asset of new Set([...holds.values()].map((of) => of.asset))) {
  const left = [...holds.values()].reduce((sum, of) => (of.asset === asset ? sum + of.left : sum), 0n);
  check(`@holds ${asset}`, balances.get(`@holds ${asset}`) === left, `open holds have ${left} left`);
}
const sorted = (map: Map<string, unknown>) => Object.fromEntries([...map].sort().map(([key, of]) => [key, String(of)]));
const tree = peaks.length === 0 ? null : rootOf(peaks.map(([, root]) => root)).toString("hex");
const summary = { batches: String(batches), entries: String(sequence), head: previous.toString("hex"), tree };
const result = { ...summary, counts: sorted(counts), balances: sorted(balances), findings };
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
