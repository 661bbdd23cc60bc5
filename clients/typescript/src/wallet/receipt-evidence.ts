import type { Receipt } from "#contract/wallet/v1/transaction_pb.js";
import { isEqual, joined, sha256, utf8 } from "../bytes.ts";
import { readSignedEntry, type SignedEntry } from "./entry-bytes.ts";
import { hashLength, leafHash, rootBySiblings, type TreeHead } from "./hash-tree.ts";
import { type OrderTerms, readChange, readOrder } from "./order-reader.ts";
import { isChangeSigned, isOrderSigned } from "./order-signature.ts";

/** Thrown for a receipt that is not valid; the message says why. */
export class BadReceipt extends Error {}

/** The terms of an order, as its sender has signed them. */
export interface ProvenOrder {
  /** Kind of the transaction; a hold has only set the money aside. */
  readonly kind: "transfer" | "hold" | "capture" | "release";
  readonly sender: string;
  readonly recipient: string;
  /** `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency. */
  readonly asset: string;
  /** A decimal; empty of a release, which gives back all that was left. */
  readonly amount: string;
  readonly description: string;
  /** Time before which the recipient may capture a hold, in milliseconds since 1970. */
  readonly captureBeforeMs?: number;
  /** Id of the hold that was captured or released. */
  readonly holdId?: string;
  /**
   * Ed25519 key that signed the order: compare it with the key that the sender, or of a capture or release the recipient,
   * is known by.
   */
  readonly publicKey: Uint8Array;
}

/**
 * Checks the order in the entry of a receipt against its signature and the entry, and the entry against its batch. Returns
 * undefined for a receipt of an earlier version, which lacks what they are checked by.
 *
 * @throws BadReceipt
 */
export async function provenOrder(receipt: Receipt): Promise<ProvenOrder | undefined> {
  const { senderKey: publicKey, previousHash, batchDigests } = receipt;
  if (publicKey.length + previousHash.length + batchDigests.length === 0) return undefined;
  const entry = entryOf(receipt.entry);
  const kind = kinds[entry.kind];
  const order = read(() => (isChange(kind) ? changeIn(entry, kind) : orderIn(entry)));
  if (!(await isSigned(entry, publicKey))) throw new BadReceipt("the order is not signed by the sender's key");
  const isOfReceipt = entry.id === receipt.transactionId && entry.sequence === receipt.sequence;
  if (!isOfReceipt || kind === undefined || entry.outcome !== 0) throw new BadReceipt("the entry is another one");
  if (order === undefined) throw new BadReceipt("the entry is not what the order says");
  await expectBatch(receipt);
  return { kind, ...order, publicKey };
}

type Kind = ProvenOrder["kind"];

/** Kinds of entries that have receipts. */
const kinds: Readonly<Record<number, Kind>> = { 1: "transfer", 6: "hold", 7: "capture", 8: "release" };

function isChange(kind: Kind | undefined): kind is "capture" | "release" {
  return kind === "capture" || kind === "release";
}

async function isSigned(
  { kind: number, order, signature, isLinked }: SignedEntry,
  publicKey: Uint8Array,
): Promise<boolean> {
  const kind = kinds[number];
  if (isChange(kind)) return isChangeSigned(kind, order, signature, publicKey);
  return isOrderSigned(order, signature, publicKey, isLinked);
}

function entryOf(bytes: Uint8Array): SignedEntry {
  try {
    return readSignedEntry(bytes);
  } catch (error) {
    throw new BadReceipt("the entry cannot be read", { cause: error });
  }
}

function read<Terms>(terms: () => Terms): Terms {
  try {
    return terms();
  } catch (error) {
    throw new BadReceipt("the order cannot be read", { cause: error });
  }
}

type Proven = Omit<ProvenOrder, "kind" | "publicKey">;

/** Returns the terms of a transfer or hold; undefined if the entry says something else. */
function orderIn(entry: SignedEntry): Proven | undefined {
  const order = readOrder(entry.order);
  const { sender, recipient, amount, description, captureBefore } = order;
  const isSame =
    order.id === entry.id &&
    sender === entry.owner &&
    recipient === entry.counterparty &&
    description === entry.description &&
    order.reverses === entry.reverses &&
    (entry.hold === undefined ? captureBefore === 0n : BigInt(entry.hold.endsAtMs) === captureBefore) &&
    (entry.kind === 6) === (entry.hold !== undefined) &&
    isMoney(order, entry);
  if (!isSame) return undefined;
  const held = entry.hold && { captureBeforeMs: entry.hold.endsAtMs };
  return { sender, recipient, asset: entry.asset, amount, description, ...held };
}

/** Returns the terms of a capture or release; undefined if the entry says something else. */
function changeIn(entry: SignedEntry, kind: "capture" | "release"): Proven | undefined {
  const order = readChange(entry.order);
  const { recipient, holdId } = order;
  const isSame = order.id === entry.id && recipient === entry.owner && holdId === entry.hold?.id;
  const isSameMoney = kind === "release" || isMoney(order, entry);
  if (!isSame || !isSameMoney) return undefined;
  // The fields of a release have other numbers than those that a capture has after the third.
  const amount = kind === "capture" ? order.amount : "";
  const { counterparty: sender, asset, description } = entry;
  return { sender, recipient, asset, amount, description, holdId };
}

/** Whether an order names the asset and the amount of its entry. */
function isMoney(
  { tokenType, currencyCode, amount }: Pick<OrderTerms, "tokenType" | "currencyCode" | "amount">,
  entry: SignedEntry,
): boolean {
  const asset = [undefined, "TOKEN_STANDARD", "TOKEN_MICRO", currencyCode][tokenType];
  return asset === entry.asset && scalesOf(tokenType).some((scale) => isAmount(amount, scale, entry.amount));
}

/** Decimal places of an asset. Those of a currency are the policy of the service, up to 12. */
function scalesOf(tokenType: number): readonly number[] {
  const scale = [undefined, 8, 12][tokenType];
  return scale === undefined ? Array.from({ length: 13 }, (_, places) => places) : [scale];
}

/** Whether a decimal is an amount in smallest units. Orders of earlier versions may have an exponent. */
function isAmount(text: string, scale: number, minor: bigint): boolean {
  const [, whole, fraction = "", exponent = "0"] =
    /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return false;
  const zeros = Number(exponent) + scale - fraction.length;
  const digits = BigInt(whole + fraction);
  return zeros < 0 ? digits === minor * 10n ** BigInt(-zeros) : digits * 10n ** BigInt(zeros) === minor;
}

/**
 * Checks the proof that the entry is in the tree of the ledger's batches. Returns the head to which it leads; undefined for a
 * receipt that has none.
 *
 * @throws BadReceipt
 */
export function provenHead({ entryDigest, batchHash, inclusion }: Receipt): TreeHead | undefined {
  if (inclusion === undefined) return undefined;
  const { entryIndex, batchEntries, entryPath, treeSize, batchPath, treeRoot } = inclusion;
  const entries = rootBySiblings(leafHash(entryDigest), Number(entryIndex), Number(batchEntries), entryPath);
  const leaf = entries && leafHash(joined(batchHash, entries));
  const root = leaf && rootBySiblings(leaf, Number(treeSize) - 1, Number(treeSize), batchPath);
  if (root === undefined || !isEqual(root, treeRoot))
    throw new BadReceipt("the entry is not in the tree of the ledger");
  return { size: treeSize, root };
}

/** @throws BadReceipt unless the entry is one of those from which the hash of the batch follows */
async function expectBatch({ batchNumber, batchHash, entryDigest, previousHash, batchDigests }: Receipt) {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigInt64(0, batchNumber);
  const hash = await sha256(utf8("platonic ledger batch v1"), number, previousHash, batchDigests);
  if (!isEqual(hash, batchHash)) throw new BadReceipt("the hash of the batch is not that of its entries");
  for (let place = 0; place < batchDigests.length; place += hashLength) {
    if (isEqual(batchDigests.subarray(place, place + hashLength), entryDigest)) return;
  }
  throw new BadReceipt("the entry is not in the batch");
}
