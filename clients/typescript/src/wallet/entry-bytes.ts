/** Content of a signed entry, as its canonical bytes have it. */
export interface SignedEntry {
  readonly kind: number;
  readonly outcome: number;
  readonly sequence: bigint;
  /** In the smallest units of the asset. */
  readonly amount: bigint;
  readonly id: string;
  /** Who signed it: the sender, or of a capture or release the recipient of the hold. */
  readonly owner: string;
  readonly asset: string;
  readonly description: string;
  readonly counterparty: string;
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** Present on holds, captures and releases. */
  readonly hold: { readonly id: string; readonly endsAtMs: number; readonly returned: bigint } | undefined;
  /** Id of the transfer that is given back; empty: none. */
  readonly reverses: string;
  /** Whether the order was processed in a linked set. */
  readonly isLinked: boolean;
}

/** Length of the numbers and the digest before the first text. */
const headLength = 68;
/** Length of the numbers of an exchange. */
const exchangedLength = 56;

/**
 * Reads an entry (docs/ledger.md, "The bytes of an entry").
 *
 * @throws RangeError if the bytes are truncated or of another version
 */
export function readSignedEntry(bytes: Uint8Array): SignedEntry {
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
  const number = () => {
    place += 8;
    return view.getBigUint64(place - 8);
  };
  /** Skips an automatic exchange, which comes before the hold. */
  const hold = () => {
    if (present & 16) {
      take(exchangedLength);
      for (let texts = present & 32 ? 4 : 3; texts > 0; texts--) text();
    }
    return present & 64 ? { endsAtMs: Number(number()), returned: number(), id: text() } : undefined;
  };
  const present = view.getUint8(3);
  if (view.getUint8(0) !== 1 || (present & 15) !== 15) throw new RangeError("the entry is not signed");
  const links = () => {
    const bits = present & 128 ? (take(1)[0] as number) : 0;
    return { reverses: bits & 1 ? text() : "", isLinked: (bits & 2) !== 0 };
  };
  return {
    kind: view.getUint8(1),
    outcome: view.getUint8(2),
    sequence: view.getBigUint64(4),
    amount: view.getBigUint64(20),
    id: text(),
    owner: text(),
    asset: text(),
    description: text(),
    counterparty: text(),
    order: block(),
    keyId: text(),
    signature: block(),
    hold: hold(),
    ...links(),
  };
}
