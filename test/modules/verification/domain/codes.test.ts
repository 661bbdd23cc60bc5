import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginOneTimeCode, checkOneTimeCode } from "../../../../server/modules/verification/domain/one-time-code.ts";
import { type RandomBytes, uniformInteger } from "../../../../server/modules/verification/domain/randomness.ts";
import {
  beginRecoveryCodes,
  checkRecoveryCode,
} from "../../../../server/modules/verification/domain/recovery-codes.ts";
import { law } from "../../../support/laws/law.ts";
import { seededBytes } from "../../../support/random-bytes.ts";

const pepper = Buffer.alloc(32, 7);
const otherPepper = Buffer.alloc(32, 8);

/** Sum of (observed - expected)^2 / expected over equally likely cells. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe("a one-time code", () => {
  law("has eight digits and is right for its challenge and pepper only", fc.integer(), (seed) => {
    const { stored, code: sent } = beginOneTimeCode("c1", pepper, seededBytes(seed));
    const code = sent.reveal();
    expect(code).toMatch(/^[0-9]{8}$/);
    expect(checkOneTimeCode("c1", stored, code, pepper)).toBe(true);
    expect(checkOneTimeCode("c1", stored, ` ${code.slice(0, 4)}-${code.slice(4)} `, pepper)).toBe(true);
    expect(checkOneTimeCode("c2", stored, code, pepper)).toBe(false);
    expect(checkOneTimeCode("c1", stored, code, otherPepper)).toBe(false);
  });

  law("is matched by no other answer", fc.tuple(fc.integer(), fc.string()), ([seed, other]) => {
    const { stored, code: sent } = beginOneTimeCode("c1", pepper, seededBytes(seed));
    fc.pre(other.replace(/[\s-]/g, "") !== sent.reveal());
    expect(checkOneTimeCode("c1", stored, other, pepper)).toBe(false);
  });

  it("of one challenge is refused for another, also against the stored value of the first", () => {
    const [first, second] = [1, 2].map((n) => beginOneTimeCode(`c${n}`, pepper, seededBytes(n)));
    if (first === undefined || second === undefined) throw new Error("two codes");
    expect(checkOneTimeCode("c2", second.stored, first.code.reveal(), pepper)).toBe(false);
    expect(checkOneTimeCode("c2", first.stored, first.code.reveal(), pepper)).toBe(false);
  });

  it("is refused when it is too long or empty, or when the stored value was removed", () => {
    const { stored, code: sent } = beginOneTimeCode("c1", pepper, seededBytes(1));
    const tooLong = sent.reveal() + " ".repeat(10_000);
    for (const text of ["", tooLong]) expect(checkOneTimeCode("c1", stored, text, pepper)).toBe(false);
    expect(checkOneTimeCode("c1", new Uint8Array(), sent.reveal(), pepper)).toBe(false);
    expect(checkOneTimeCode("c1", new Uint8Array(), "", pepper)).toBe(false);
  });

  it("is uniform: every digit at every place, and the first three digits together", () => {
    const randomBytes = seededBytes("chi-square");
    const places = Array.from({ length: 8 }, () => new Array<number>(10).fill(0));
    const heads = new Array<number>(1000).fill(0);
    for (let i = 0; i < 60_000; i++) {
      const code = uniformInteger(1e8, randomBytes).toString().padStart(8, "0");
      for (const [place, counts] of places.entries())
        counts[Number(code[place])] = (counts[Number(code[place])] ?? 0) + 1;
      heads[Number(code.slice(0, 3))] = (heads[Number(code.slice(0, 3))] ?? 0) + 1;
    }
    // Quantiles of 0.9999 for 9 and 999 degrees of freedom.
    for (const counts of places) expect(chiSquare(counts)).toBeLessThan(33.72);
    expect(chiSquare(heads)).toBeLessThan(1176);
  });

  it("is drawn without modulo bias, which a bound of 3 * 2^30 would show", () => {
    const randomBytes = seededBytes("bias");
    const thirds = [0, 0, 0];
    for (let i = 0; i < 6000; i++) {
      const third = Math.floor(uniformInteger(3 * 2 ** 30, randomBytes) / 2 ** 30);
      thirds[third] = (thirds[third] ?? 0) + 1;
    }
    expect(chiSquare(thirds)).toBeLessThan(18.42);
    const drawn = [0xff_ff_ff_ff, 4_200_000_000, 4_199_999_999];
    const given: RandomBytes = () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(drawn.shift() ?? 0);
      return bytes;
    };
    expect(uniformInteger(1e8, given)).toBe(99_999_999);
    expect(drawn).toEqual([]);
  });

  it("is shown by reveal only", () => {
    const issued = beginOneTimeCode("c1", pepper, seededBytes(1));
    const code = issued.code.reveal();
    for (const text of [JSON.stringify(issued), inspect(issued, { showHidden: true }), `${issued.code}`]) {
      expect(text).not.toContain(code);
    }
    expect(Buffer.from(issued.stored).toString("latin1")).not.toContain(code);
  });
});

describe("recovery codes", () => {
  const issued = beginRecoveryCodes("i1", pepper, seededBytes("recovery"));
  const codes = issued.codes.reveal();

  it("are ten different codes of 80 bits, in groups of four characters", () => {
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  });

  it("are encoded in base32 of RFC 4648", () => {
    const given: RandomBytes = () => Buffer.from("Hello!\xde\xad\xbe\xef", "latin1");
    expect(beginRecoveryCodes("i1", pepper, given).codes.reveal()[0]).toBe("JBSW-Y3DP-EHPK-3PXP");
  });

  it("are each found in any case and grouping, and not once they are used", () => {
    for (const [index, code] of codes.entries()) {
      expect(checkRecoveryCode("i1", issued.digests, code, pepper)).toBe(index);
      expect(checkRecoveryCode("i1", issued.digests, code.toLowerCase().replaceAll("-", " "), pepper)).toBe(index);
      const left = issued.digests.filter((_, other) => other !== index);
      expect(checkRecoveryCode("i1", left, code, pepper)).toBeUndefined();
    }
  });

  it("are refused for another identity or with another pepper", () => {
    const [code = ""] = codes;
    expect(checkRecoveryCode("i2", issued.digests, code, pepper)).toBeUndefined();
    expect(checkRecoveryCode("i1", issued.digests, code, otherPepper)).toBeUndefined();
  });

  law("are matched by no other text", fc.string(), (text) => {
    expect(checkRecoveryCode("i1", issued.digests, text, pepper)).toBeUndefined();
  });

  it("are shown by reveal only", () => {
    const shown = JSON.stringify(issued) + inspect(issued, { depth: 9, showHidden: true });
    for (const code of codes) expect(shown).not.toContain(code);
  });
});
