import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The golden values in `test/vectors/<name>.json`: bytes that stored data, signatures and clients depend on.
 *
 * Never regenerate them. A format that must change gets a new version and new values beside the old ones.
 *
 * @param bytes names of the members that hold bytes in hexadecimal digits
 * @param amounts names of the members that hold integers in decimal digits
 */
export function goldenVectors<Vectors>(
  name: string,
  bytes: readonly string[],
  amounts: readonly string[] = [],
): Vectors {
  const text = readFileSync(join(import.meta.dirname, `../vectors/${name}.json`), "utf8");
  return JSON.parse(text, (member, value) => {
    if (typeof value !== "string") return value;
    if (bytes.includes(member)) return Buffer.from(value, "hex");
    return amounts.includes(member) ? BigInt(value) : value;
  }) as Vectors;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
