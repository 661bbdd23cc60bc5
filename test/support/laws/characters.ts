import fc from "fast-check";

const firstSurrogate = 0xd800;
const surrogates = 0x800;
const codePoints = 0x110000;

/**
 * Any character of Unicode, for `fc.string({ unit })`, without half surrogate pairs. The same as `binary` of fast-check, which
 * first makes a map of all the million: half a second in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: codePoints - surrogates - 1 })
  .map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < firstSurrogate ? index : index + surrogates);
}

function indexOf(character: unknown): number {
  const codePoint = (character as string).codePointAt(0) as number;
  const index = codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  if (characterAt(index) !== character) throw new Error("not one character");
  return index;
}
