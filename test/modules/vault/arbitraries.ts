import fc from "fast-check";
import type { SealedContext } from "../../../server/core/sealed-column.ts";

const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** Short ones of few letters often: they are the likely ones to be mistaken for each other. */
const part = fc.oneof(
  fc.constantFrom("a", "aa", "ab", "b", "1", "11", " ", "a b"),
  fc.string({ unit: letter, minLength: 1, maxLength: 128 }),
);

/** Any context that is valid. */
export const contexts: fc.Arbitrary<SealedContext> = fc.record({
  table: part,
  column: part,
  row: part,
  identity: part,
  purpose: part,
});

export const plainBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  fc.uint8Array({ minLength: 1_000, maxLength: 5_000 }),
);

/** One of the bytes with one bit or more flipped. */
export function flipped(bytes: Uint8Array, place: number, bits: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const at = place % changed.length;
  changed[at] = (changed[at] as number) ^ bits;
  return changed;
}
