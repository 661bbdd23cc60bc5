import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sodium } from "../../../../server/core/sodium.ts";
import { chaChaPolyBy } from "../../../../server/transports/channel/noise/chacha-poly.ts";
import { law } from "../../../support/laws/law.ts";

const bySodium = chaChaPolyBy(sodium);
const byNode = chaChaPolyBy(undefined);

it.skipIf(sodium === undefined && process.env["CI"] !== "true")(
  "libsodium is available (skipped where it is not built)",
  () => {
    expect(sodium).toBeDefined();
  },
);

law(
  "libsodium, node:crypto and noble give the same ciphertext, and open each other's",
  fc.tuple(
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.uint8Array({ maxLength: 100 }),
    fc.uint8Array({ maxLength: 5_000 }),
  ),
  ([key, number, associated, plain]) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64LE(number, 4);
    const sealed = chacha20poly1305(key, nonce, associated).encrypt(plain);
    for (const cipher of [bySodium, byNode]) {
      expect(Uint8Array.from(cipher.keyed(key).seal(number, associated, plain))).toEqual(sealed);
      expect(Uint8Array.from(cipher.keyed(key).open(number, associated, sealed))).toEqual(plain);
      const otherNumber = (number + 1n) % 2n ** 64n;
      expect(() => cipher.keyed(key).open(otherNumber, associated, sealed)).toThrow();
      expect(() => cipher.keyed(key).open(number, Buffer.concat([associated, Buffer.of(0)]), sealed)).toThrow();
      expect(() => cipher.keyed(key).open(number, associated, sealed.subarray(1))).toThrow();
    }
  },
);

it.each([
  ["libsodium", bySodium],
  ["node:crypto", byNode],
])("%s gives the ciphertext of RFC 8439, appendix A.5", (_, cipher) => {
  const key = Buffer.from("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0", "hex");
  const associated = Buffer.from("f33388860000000000004e91", "hex");
  const plain = Buffer.from(
    "Internet-Drafts are draft documents valid for a maximum of six months and may be updated, replaced, or " +
      "obsoleted by other documents at any time. It is inappropriate to use Internet-Drafts as reference material " +
      "or to cite them other than as /\u201cwork in progress./\u201d",
  );
  const sealed = cipher.keyed(key).seal(0x0807060504030201n, associated, plain);
  expect(sealed.subarray(0, 16).toString("hex")).toBe("64a0861575861af460f062c79be643bd");
  expect(sealed.subarray(-16).toString("hex")).toBe("eead9d67890cbb22392336fea1851f38");
});

it("a keyed cipher keeps its key when the caller changes the key's bytes", () => {
  const key = Buffer.alloc(32, 7);
  const keyed = bySodium.keyed(key);
  const before = keyed.seal(0n, Buffer.alloc(0), Buffer.alloc(3));
  key.fill(0);
  expect(keyed.seal(0n, Buffer.alloc(0), Buffer.alloc(3))).toEqual(before);
});
