import fc from "fast-check";
import type { SealedContext } from "../../../server/core/sealed-column.ts";

const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

/** A part of a context. Often short and of few letters, since such parts are the easiest to confuse. */
const part = fc.oneof(
  fc.constantFrom("a", "aa", "ab", "b", "1", "11", " ", "a b"),
  fc.string({ unit: letter, minLength: 1, maxLength: 128 }),
);

/** Any valid context. */
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

/** A copy in which one or more bits of one byte are flipped. */
export function flipped(bytes: Uint8Array, place: number, bits: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const at = place % changed.length;
  changed[at] = (changed[at] as number) ^ bits;
  return changed;
}
