import { fromBinary } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { timeMax } from "./transfer-orders.ts";

/** Times stated by the signer of an order, in milliseconds since 1970; undefined if they are missing or invalid. */
export interface OrderTimes {
  readonly createdAtMs?: number | undefined;
  readonly captureBeforeMs?: number | undefined;
}

/** Reads the times of an order. An unparsable one, which is also recorded, has none. */
export function orderTimes(order: Uint8Array): OrderTimes {
  return scannedTimes(order) ?? parsedTimes(order);
}

const createdAtField = TransferOrderSchema.field.createdAt.number;
const captureBeforeField = TransferOrderSchema.field.captureBefore.number;

/**
 * Finds the times and skips everything else: every event has them, and reading the whole order would cost more than the
 * rest of the event. Undefined for an order in a form that clients of this service do not write.
 */
function scannedTimes(order: Uint8Array): OrderTimes | undefined {
  const scan = new Scan(order);
  let createdAtMs: number | undefined;
  let captureBeforeMs: number | undefined;
  while (scan.at < order.length) {
    const tag = scan.varint();
    const wireType = tag % 8;
    if (wireType !== WireType.Varint && wireType !== WireType.LengthDelimited) return undefined;
    const value = scan.varint();
    if (Number.isNaN(value)) return undefined;
    if (wireType === WireType.LengthDelimited) scan.at += value;
    else if (tag >>> 3 === createdAtField) createdAtMs = validTime(value);
    else if (tag >>> 3 === captureBeforeField) captureBeforeMs = validTime(value);
  }
  return scan.at === order.length ? { createdAtMs, captureBeforeMs } : undefined;
}

function parsedTimes(order: Uint8Array): OrderTimes {
  try {
    const { createdAt, captureBefore } = fromBinary(TransferOrderSchema, order);
    return { createdAtMs: validTime(Number(createdAt)), captureBeforeMs: validTime(Number(captureBefore)) };
  } catch {
    return {};
  }
}

/** Reads the numbers of a message one after the other. */
class Scan {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads an unsigned integer, exactly if a double can hold it. NaN if it has no end, or is longer than 64 bits. */
  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 63; factor *= 2 ** 7) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) return Number.NaN;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  }
}

function validTime(ms: number): number | undefined {
  return ms > 0 && ms <= msMax ? ms : undefined;
}

const msMax = Number(timeMax);
