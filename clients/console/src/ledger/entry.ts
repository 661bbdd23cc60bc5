/** The part of an entry that is common to all kinds. */
export interface Entry {
  readonly kind: string;
  /** Whether the request succeeded. Refused requests have entries, too. */
  readonly isDone: boolean;
  readonly sequence: bigint;
  readonly timeMs: number;
  /** Decimal with the name of the asset; empty if the entry has no asset. */
  readonly amount: string;
  readonly id: string;
  readonly owner: string;
  readonly counterparty: string;
  readonly description: string;
}

const kinds = [
  undefined,
  "transfer",
  "exchange",
  "deposit",
  "withdrawal",
  "void",
  "hold",
  "capture",
  "release",
  "reversal",
];
/** Length of the numbers and the digest before the first text. */
const headLength = 68;

/**
 * Reads the bytes of an entry (docs/ledger.md, "The bytes of an entry") up to its counterparty.
 *
 * @throws RangeError if they are no entry
 */
export function readEntry(bytes: Uint8Array): Entry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = headLength;
  const text = () => {
    const start = place + 2;
    place = start + view.getUint16(place);
    if (place > bytes.length) throw new RangeError("the entry is cut short");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, place));
  };
  const kind = kinds[view.getUint8(1)];
  if (view.getUint8(0) !== 1 || kind === undefined) throw new RangeError("the entry is of an unknown kind");
  const [id, owner, asset, description] = [text(), text(), text(), text()];
  return {
    kind,
    isDone: view.getUint8(2) === 0,
    sequence: view.getBigUint64(4),
    timeMs: Number(view.getBigUint64(12)),
    amount: asset === "" ? "" : amountOf(view.getBigUint64(20), asset),
    id,
    owner,
    counterparty: view.getUint8(3) & 1 ? text() : "",
    description,
  };
}

/**
 * Decimal places of the tokens. Those of a currency depend on the policy of the service, so its amounts stay in minor
 * units.
 */
const scales: Readonly<Record<string, { readonly places: number; readonly name: string }>> = {
  TOKEN_STANDARD: { places: 8, name: "standard" },
  TOKEN_MICRO: { places: 12, name: "micro" },
};

function amountOf(units: bigint, asset: string): string {
  const scale = scales[asset];
  if (scale === undefined) return `${units} smallest units of ${asset}`;
  const digits = String(units).padStart(scale.places + 1, "0");
  const fraction = digits.slice(-scale.places).replace(/0+$/, "");
  return `${digits.slice(0, -scale.places)}${fraction && "."}${fraction} ${scale.name}`;
}
