/** Content of a transfer, as the canonical bytes of its ledger entry have it. */
export interface EntryTransfer {
  readonly kind: number;
  readonly outcome: number;
  readonly sequence: bigint;
  /** In the smallest units of the asset. */
  readonly amount: bigint;
  readonly id: string;
  readonly sender: string;
  readonly asset: string;
  readonly description: string;
  readonly recipient: string;
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Length of the numbers and the digest before the first text. */
const headLength = 68;

/**
 * Reads an entry (docs/ledger.md, "The bytes of an entry").
 *
 * @throws RangeError if the bytes are truncated or of another version
 */
export function readTransfer(bytes: Uint8Array): EntryTransfer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = headLength;
  const take = (length: number) => {
    if (place + length > bytes.length) throw new RangeError("the entry is cut short");
    place += length;
    return bytes.slice(place - length, place);
  };
  const text = () => {
    const length = view.getUint16(place);
    place += 2;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(take(length));
  };
  const block = () => {
    const length = view.getUint32(place);
    place += 4;
    return take(length);
  };
  const present = view.getUint8(3);
  if (view.getUint8(0) !== 1 || (present & 15) !== 15) throw new RangeError("the entry is no transfer");
  return {
    kind: view.getUint8(1),
    outcome: view.getUint8(2),
    sequence: view.getBigUint64(4),
    amount: view.getBigUint64(20),
    id: text(),
    sender: text(),
    asset: text(),
    description: text(),
    recipient: text(),
    order: block(),
    keyId: text(),
    signature: block(),
  };
}
