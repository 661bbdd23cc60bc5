import type { Receipt } from "../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import { isEqual, sha256, utf8 } from "../bytes.ts";
import { type EntryTransfer, readTransfer } from "./entry-bytes.ts";
import { type OrderTerms, readOrder } from "./order-reader.ts";
import { isOrderSigned } from "./order-signature.ts";

/** Thrown for a receipt that is not valid; the message says why. */
export class BadReceipt extends Error {}

/** The terms of an order, as its sender has signed them. */
export interface ProvenOrder {
  readonly sender: string;
  readonly recipient: string;
  /** `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency. */
  readonly asset: string;
  /** A decimal. */
  readonly amount: string;
  readonly description: string;
  /** Ed25519 key that signed the order: compare it with the key that the sender is known by. */
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
  const order = orderOf(entry);
  if (!(await isOrderSigned(entry.order, entry.signature, publicKey))) {
    throw new BadReceipt("the order is not signed by the sender's key");
  }
  const isOfReceipt = entry.id === receipt.transactionId && entry.sequence === receipt.sequence;
  if (!isOfReceipt || entry.kind !== 1 || entry.outcome !== 0) throw new BadReceipt("the entry is another one");
  if (!agrees(order, entry)) throw new BadReceipt("the entry is not what the order says");
  await expectBatch(receipt);
  const { sender, recipient, amount, description } = order;
  return { sender, recipient, asset: entry.asset, amount, description, publicKey };
}

function entryOf(bytes: Uint8Array): EntryTransfer {
  try {
    return readTransfer(bytes);
  } catch (error) {
    throw new BadReceipt("the entry cannot be read", { cause: error });
  }
}

function orderOf({ order }: EntryTransfer): OrderTerms {
  try {
    return readOrder(order);
  } catch (error) {
    throw new BadReceipt("the order cannot be read", { cause: error });
  }
}

function agrees(order: OrderTerms, entry: EntryTransfer): boolean {
  const asset = [undefined, "TOKEN_STANDARD", "TOKEN_MICRO", order.currencyCode][order.tokenType];
  return (
    order.id === entry.id &&
    order.sender === entry.sender &&
    order.recipient === entry.recipient &&
    order.description === entry.description &&
    asset === entry.asset &&
    scalesOf(order.tokenType).some((scale) => isAmount(order.amount, scale, entry.amount))
  );
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

const hashLength = 32;

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
