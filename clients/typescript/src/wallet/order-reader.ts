/** The terms of a wallet.v1.TransferOrder. */
export interface OrderTerms {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly tokenType: number;
  readonly currencyCode: string;
  readonly amount: string;
  readonly description: string;
  /** Id of the transfer that is given back; empty: none. */
  readonly reverses: string;
  /** End of the hold that the order makes; 0 if it makes none. */
  readonly captureBefore: bigint;
}

/** The terms of a wallet.v1.CaptureOrder, or of a ReleaseOrder, which has only the first three. */
export interface ChangeTerms {
  readonly id: string;
  readonly recipient: string;
  readonly holdId: string;
  readonly tokenType: number;
  readonly currencyCode: string;
  readonly amount: string;
}

/** Reads the bytes of a wallet.v1.CaptureOrder or ReleaseOrder. @throws RangeError if they are no message */
export function readChange(bytes: Uint8Array): ChangeTerms {
  const { text, tokenType } = fieldsOf(bytes);
  return {
    id: text(1),
    recipient: text(2),
    holdId: text(3),
    tokenType,
    currencyCode: text(5),
    amount: text(6),
  };
}

/**
 * Reads the bytes of an order. A reader of its own, so that verifying a receipt does not load the library for all messages.
 *
 * @throws RangeError if the bytes are no message
 */
export function readOrder(bytes: Uint8Array): OrderTerms {
  const { text, tokenType, captureBefore } = fieldsOf(bytes);
  return {
    id: text(1),
    sender: text(2),
    recipient: text(3),
    tokenType,
    currencyCode: text(5),
    amount: text(6),
    description: text(7),
    reverses: text(12),
    captureBefore,
  };
}

/** Reads the fields of a message. @throws RangeError */
function fieldsOf(bytes: Uint8Array) {
  const texts = new Map<number, Uint8Array>();
  let [tokenType, captureBefore] = [0, 0n];
  let place = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[place++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("the order is cut short");
  };
  while (place < bytes.length) {
    const tag = Number(varint());
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (wireType === 0) {
      const value = varint();
      if (number === 4) tokenType = Number(BigInt.asIntN(32, value));
      if (number === 11) captureBefore = BigInt.asIntN(64, value);
      continue;
    }
    const length = wireType === 2 ? Number(varint()) : { 1: 8, 5: 4 }[wireType];
    if (length === undefined || place + length > bytes.length) throw new RangeError("the order is cut short");
    // The last value of a repeated field counts.
    if (wireType === 2) texts.set(number, bytes.subarray(place, place + length));
    place += length;
  }
  const text = (number: number) => {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(texts.get(number) ?? new Uint8Array());
  };
  return { text, tokenType, captureBefore };
}
