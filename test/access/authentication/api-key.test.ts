import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestOf, hasWrongChecksum, mintApiKey } from "../../../server/access/authentication/api-key.ts";

describe("a minted key", () => {
  it("has the prefix, 43 random digits and a checksum of 6, and no other letters", () => {
    for (let count = 0; count < 200; count += 1) expect(mintApiKey().secret).toMatch(/^plt_[0-9A-Za-z]{49}$/);
  });

  it("is unique, and its last random digit takes all 62 values", () => {
    const secrets = Array.from({ length: 2_000 }, () => mintApiKey().secret);
    expect(new Set(secrets).size).toBe(2_000);
    // The last random digit is 256 bits modulo 62, which is almost uniform.
    expect(new Set(secrets.map((secret) => secret[46])).size).toBe(62);
  });

  it("has the SHA-256 of its text as its digest", () => {
    const { secret, digest } = mintApiKey();
    expect(Buffer.from(digest)).toEqual(createHash("sha256").update(secret).digest());
    expect(Buffer.from(digestOf(secret))).toEqual(Buffer.from(digest));
  });

  it("has a correct checksum", () => {
    for (let count = 0; count < 200; count += 1) expect(hasWrongChecksum(mintApiKey().secret)).toBe(false);
  });
});

describe("the checksum of a key", () => {
  const { secret } = mintApiKey();

  it("is wrong when any one character is changed", () => {
    for (let index = 4; index < secret.length; index += 1) {
      const wrong = secret[index] === "x" ? "y" : "x";
      expect(hasWrongChecksum(secret.slice(0, index) + wrong + secret.slice(index + 1)), `at ${index}`).toBe(true);
    }
  });

  it("is wrong when two neighbouring characters are swapped", () => {
    for (let index = 4; index < secret.length - 1; index += 1) {
      const [left, right] = [secret[index], secret[index + 1]];
      if (left === right) continue;
      expect(
        hasWrongChecksum(`${secret.slice(0, index)}${right}${left}${secret.slice(index + 2)}`),
        `at ${index}`,
      ).toBe(true);
    }
  });

  it("is wrong when characters are missing, added or of another alphabet", () => {
    const wrong = [
      "plt_",
      secret.slice(0, -1),
      `${secret}0`,
      `${secret}\n`,
      `${secret.slice(0, -1)}é`,
      `plt_${"-".repeat(49)}`,
    ];
    for (const text of wrong) expect(hasWrongChecksum(text), JSON.stringify(text)).toBe(true);
  });

  it("is not checked in a text without the prefix of keys", () => {
    for (const text of ["", "PLT_x", "a-secret-of-the-operator", ` ${secret}`])
      expect(hasWrongChecksum(text)).toBe(false);
  });
});
