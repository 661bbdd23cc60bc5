import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { type TransferOrder, TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { Fault } from "../../../core/fault.ts";
import { unreadableSign } from "../../../core/readable-text.ts";
import { canonicalUuid, isUuid, uuidV7 } from "../../../core/uuid.ts";
import type { Choices } from "../../../rpc/idempotency/choices.ts";
import { assetCodeOf } from "../domain/assets.ts";
import { orderDigest } from "../domain/entry/digests.ts";
import { isAmount, minorOf } from "../domain/money.ts";
import type { Policy } from "../domain/policy.ts";
import type { Order } from "../domain/requests.ts";

/** A signed order. */
export interface Signed {
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

const descriptionMax = 256;
/** Length of an identity's id. */
const recipientMax = 36;
/** Largest time of a JavaScript `Date`: milliseconds since 1970. */
export const timeMax = 8_640_000_000_000_000n;

/**
 * Reads an order of a sender. Returns undefined if the order cannot be recorded: it cannot be parsed, has no UUID, or has
 * another sender, who may still use its id. Any other flaw makes the order invalid; the ledger records and refuses it.
 *
 * @param minor reads an amount
 */
export function readOrder(
  { order, keyId, signature }: Signed,
  sender: string,
  policy: Policy,
  minor: typeof minorOf = minorOf,
): Order | undefined {
  const read = parsed(order);
  if (read === undefined || !isUuid(read.id) || read.sender !== sender) return undefined;
  const asset = policy.assets.get(assetCodeOf(read.tokenType, read.currencyCode) ?? "");
  const amount = asset && minor(read.amount, asset.scale);
  const feeMax = asset && read.feeMax !== "" ? minor(read.feeMax, asset.scale) : undefined;
  const isValid =
    amount !== undefined &&
    isAmount(amount) &&
    (read.feeMax === "" || feeMax !== undefined) &&
    read.recipient !== "" &&
    read.recipient.length <= recipientMax &&
    hasAtMost(read.description, descriptionMax) &&
    read.createdAt > 0n &&
    read.createdAt <= timeMax &&
    read.expiresAt >= 0n &&
    read.expiresAt <= timeMax &&
    read.captureBefore >= 0n &&
    read.captureBefore <= timeMax &&
    (read.reverses === "" || (isUuid(read.reverses) && read.captureBefore === 0n));
  const isHold = read.captureBefore > 0n && read.captureBefore <= timeMax;
  return {
    id: read.id,
    owner: sender,
    recipient: read.recipient,
    asset: asset?.code ?? "",
    amount: amount ?? 0n,
    description: read.description,
    feeMax,
    expiresAtMs: read.expiresAt === 0n ? undefined : Number(read.expiresAt),
    ...(isHold && { captureBeforeMs: Number(read.captureBefore) }),
    reverses: isUuid(read.reverses) ? read.reverses : undefined,
    order,
    requestDigest: orderDigest(order),
    keyId,
    signature,
    isValid,
  };
}

/**
 * Refuses a new order whose description or recipient people could not see for what it is. The bytes are signed and cannot be changed; orders
 * that the ledger has are read as they are.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function requireReadable(order: Order | undefined, parameter: string): void {
  const sign = order && (unreadableSign(order.description) ?? unreadableSign(order.recipient));
  if (sign === undefined) return;
  const problem = `must be an order whose texts have no ${sign}: people could not see them for what they are`;
  throw new Fault("PARAMETER_INVALID", `${parameter} ${problem}`, { parameter });
}

/** Whether a text has at most that many characters, each of one or two UTF-16 code units. */
function hasAtMost(text: string, characters: number): boolean {
  return text.length <= characters || [...text].length <= characters;
}

/** Returns the sender whom an order names; undefined if it cannot be parsed. */
export function senderOf(order: Uint8Array): string | undefined {
  return parsed(order)?.sender;
}

function parsed(order: Uint8Array): TransferOrder | undefined {
  try {
    const read = fromBinary(TransferOrderSchema, order);
    // The signed bytes stay as they are; what is compared and stored beside them has one spelling.
    for (const member of ["id", "sender", "recipient", "reverses"] as const) read[member] = canonicalUuid(read[member]);
    return read;
  } catch {
    // Bytes that cannot be parsed are an invalid transaction, not an error.
    return undefined;
  }
}

/** Terms of an order that the service encodes. */
export interface OrderTerms {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly tokenType: number;
  readonly currencyCode: string;
  /** A decimal. */
  readonly amount: string;
  readonly description: string;
  /** Makes the order a hold: milliseconds since 1970. */
  readonly captureBeforeMs: number | undefined;
  /** Id of the transfer to give back; empty: none. */
  readonly reverses: string;
}

/** Encodes an order. */
export function orderBytes(
  { currencyCode, description, captureBeforeMs, reverses, ...terms }: OrderTerms,
  nowMs: number,
): Uint8Array {
  const order = create(TransferOrderSchema, { ...terms, createdAt: BigInt(nowMs) });
  if (currencyCode !== "") order.currencyCode = currencyCode;
  if (description !== "") order.description = description;
  if (captureBeforeMs !== undefined) order.captureBefore = BigInt(captureBeforeMs);
  if (reverses !== "") order.reverses = reverses;
  return toBinary(TransferOrderSchema, order);
}

const ordersMax = 1_000;
const orderBytesMax = 4_096;

/**
 * Splits TransferOrders into the bytes of each order, unchanged.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function splitOrders(bytes: Uint8Array, [countMin, countMax] = [1, ordersMax]): Uint8Array[] {
  const orders = slices(bytes);
  const isGood = orders !== undefined && orders.length >= countMin && orders.length <= countMax;
  if (isGood && orders.every(({ length }) => length <= orderBytesMax)) return orders;
  const expected = `must be TransferOrders with ${countMin} to ${countMax} orders of at most ${orderBytesMax} bytes`;
  throw new Fault("PARAMETER_INVALID", `orders ${expected}`, { parameter: "orders" });
}

function slices(bytes: Uint8Array): Uint8Array[] | undefined {
  const reader = new BinaryReader(bytes);
  const found: Uint8Array[] = [];
  try {
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (number !== 1 || wireType !== lengthDelimited) return undefined;
      found.push(reader.bytes());
    }
    return found;
  } catch {
    // The bytes are truncated.
    return undefined;
  }
}

const lengthDelimited = 2;

/**
 * Returns the id of a request, or a new one.
 *
 * @throws Fault PARAMETER_INVALID for an id that is not a UUID
 */
export function requestedId(text: string, parameter: string, { atMs, bytes }: Choices): string {
  if (text === "") return uuidV7(atMs, bytes(parameter, 10));
  if (isUuid(text)) return text;
  throw new Fault("PARAMETER_INVALID", `${parameter} must be a UUID`, { parameter, provided: text });
}
