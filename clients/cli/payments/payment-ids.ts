import { sha256, utf8 } from "../../typescript/src/bytes.ts";
import { UsageError } from "../usage-error.ts";
import type { PaymentLine } from "./payments-file.ts";

/** A payment of a file with its id. */
export type IdentifiedLine = PaymentLine & { readonly id: string };

/**
 * Gives each payment its own id, or one derived from the name of its batch and its content: the same payments under the
 * same name have the same ids, so that they are made once. Payments with equal content get different ids by their
 * order.
 *
 * @throws UsageError for an id in the file that another payment of it gets
 */
export async function withIds(
  lines: readonly PaymentLine[],
  batch: string,
  sender: string,
): Promise<readonly IdentifiedLine[]> {
  const seen = new Map<string, number>();
  const identified: IdentifiedLine[] = [];
  for (const one of lines) {
    const { line: _, id, ...terms } = one;
    const { recipient, amount, asset = "", description = "" } = terms;
    const said = JSON.stringify([batch, terms.sender ?? sender, recipient, amount, asset, description]);
    const place = seen.get(said) ?? 0;
    seen.set(said, place + 1);
    identified.push({ ...one, id: id ?? (await madeId(`${said} ${place}`)) });
  }
  requireOwnIds(identified);
  return identified;
}

function requireOwnIds(lines: readonly IdentifiedLine[]): void {
  const seen = new Map<string, number>();
  for (const { id, line } of lines) {
    const before = seen.get(id);
    if (before !== undefined)
      throw new UsageError(
        `line ${line}: its id, made from the name of the batch, is the same as in line ${before}. Nobody was paid`,
      );
    seen.set(id, line);
  }
}

/** Derives a UUID of version 8 (RFC 9562) from a hash. */
async function madeId(said: string): Promise<string> {
  const bytes = (await sha256(utf8(`platonic payments v1\n${said}`))).slice(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
