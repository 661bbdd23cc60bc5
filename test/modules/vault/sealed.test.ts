import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decrypt, encrypt } from "../../../server/modules/vault/aes-gcm.ts";
import { encodeContext, type Kind } from "../../../server/modules/vault/context.ts";
import { keyVersionOf, openBytes, sealBytes, sealOverheadBytes } from "../../../server/modules/vault/sealed.ts";
import { law } from "../../support/laws/law.ts";
import { onPublishedVectors } from "../../support/published-vectors.ts";
import { placeOf } from "../../support/vault/opened.ts";
import { contexts, flipped, plainBytes } from "./arbitraries.ts";

const refusal = "the sealed value cannot be opened";
const kinds = fc.constantFrom<Kind>("root-check", "key-encryption-key", "data-key", "signing-key", "value");
const versions = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const newKey = (version = 1) => ({ version, key: createSecretKey(randomBytes(32)) });
const bytesOf = (hex: string) => Buffer.from(hex, "hex");

describe("a sealed value", () => {
  law("opens unchanged, and is longer by the overhead", fc.tuple(kinds, contexts, versions, plainBytes), (drawn) => {
    const [kind, context, version, plain] = drawn;
    const key = newKey(version);
    const sealed = sealBytes(key, kind, context, plain);
    expect(sealed.length).toBe(plain.length + sealOverheadBytes);
    expect(keyVersionOf(sealed)).toBe(version);
    expect(openBytes(key, kind, context, sealed)).toEqual(Buffer.from(plain));
  });

  law(
    "does not open in another context, as another kind, or with another version or key",
    fc.tuple(kinds, kinds, contexts, contexts, plainBytes),
    ([kind, otherKind, context, otherContext, plain]) => {
      const key = newKey();
      const sealed = sealBytes(key, kind, context, plain);
      for (const part of ["table", "column", "row", "identity", "purpose"] as const) {
        if (context[part] === otherContext[part]) continue;
        const changed = { ...context, [part]: otherContext[part] };
        expect(() => openBytes(key, kind, changed, sealed)).toThrow(refusal);
      }
      if (kind !== otherKind) expect(() => openBytes(key, otherKind, context, sealed)).toThrow(refusal);
      expect(() => openBytes({ ...key, version: 2 }, kind, context, sealed)).toThrow(refusal);
      expect(() => openBytes(newKey(), kind, context, sealed)).toThrow(refusal);
    },
  );

  law(
    "does not open with a bit flipped, cut short, or with more at its end",
    fc.tuple(contexts, plainBytes, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.uint8Array({ minLength: 1 })),
    ([context, plain, place, bits, more]) => {
      const key = newKey();
      const sealed = sealBytes(key, "value", context, plain);
      const open = (bytes: Uint8Array) => () => openBytes(key, "value", context, bytes);
      expect(open(flipped(sealed, place, bits))).toThrow(refusal);
      expect(open(sealed.subarray(0, place % sealed.length))).toThrow(refusal);
      expect(open(Buffer.concat([sealed, more]))).toThrow(refusal);
    },
  );

  it("does not open with any of its bytes changed", () => {
    const key = newKey();
    const sealed = sealBytes(key, "value", placeOf(), Buffer.from("secret"));
    for (let place = 0; place < sealed.length; place++) {
      expect(() => openBytes(key, "value", placeOf(), flipped(sealed, place, 1)), `byte ${place}`).toThrow(refusal);
    }
  });

  it("does not open under a later version when its header is rewritten", () => {
    const key = newKey(1);
    const sealed = Buffer.from(sealBytes(key, "value", placeOf(), Buffer.from("secret")));
    sealed.writeUInt32BE(2, 1);
    expect(() => openBytes({ ...key, version: 2 }, "value", placeOf(), sealed)).toThrow(refusal);
  });

  it("has a nonce of its own", () => {
    const key = newKey();
    const nonces = new Set<string>();
    for (let run = 0; run < 20_000; run++) {
      const sealed = Buffer.from(sealBytes(key, "value", placeOf(), new Uint8Array(1)));
      nonces.add(sealed.subarray(5, 17).toString("hex"));
    }
    expect(nonces.size).toBe(20_000);
  });
});

describe("a context", () => {
  law(
    "has a unique encoding",
    fc.tuple(kinds, contexts, versions, kinds, contexts, versions),
    ([kind, context, version, otherKind, otherContext, otherVersion]) => {
      const isSame =
        JSON.stringify([kind, ...Object.entries(context), version]) ===
        JSON.stringify([otherKind, ...Object.entries(otherContext), otherVersion]);
      const encoded = encodeContext(kind, context, version);
      expect(encoded.equals(encodeContext(otherKind, otherContext, otherVersion))).toBe(isSame);
    },
  );

  law("is encoded by its parts, not by the joined text", fc.tuple(contexts, fc.nat(), fc.nat()), ([context, a, b]) => {
    const text = context.table + context.column;
    fc.pre(text.length <= 128);
    const cut = (at: number) => ({ ...context, table: text.slice(0, at), column: text.slice(at) });
    const [first, second] = [1 + (a % (text.length - 1)), 1 + (b % (text.length - 1))];
    fc.pre(first !== second);
    expect(encodeContext("value", cut(first), 1).equals(encodeContext("value", cut(second), 1))).toBe(false);
  });

  it.each(["", "x".repeat(129), "ünïcödé", "\ud800", "a\nb", "\0", 7, undefined, ["a"], null])(
    "refuses the part %j",
    (part) => {
      const context = placeOf({ identity: part as string });
      expect(() => encodeContext("value", context, 1)).toThrow("1 to 128 printable ASCII characters");
    },
  );
});

interface Vectors {
  readonly testGroups: readonly { readonly keySize: number; readonly tests: readonly Vector[] }[];
}

interface Vector {
  readonly tcId: number;
  readonly key: string;
  readonly iv: string;
  readonly aad: string;
  readonly msg: string;
  readonly ct: string;
  readonly tag: string;
  readonly result: string;
}

onPublishedVectors<Vectors>("wycheproof/aes_gcm_test.json", "AES-256-GCM", ({ testGroups }) => {
  const tests = testGroups.filter(({ keySize }) => keySize === 256).flatMap((group) => group.tests);
  const withNonceOf96Bits = tests.filter(({ iv }) => iv.length === 24);

  it("opens every valid vector of Wycheproof, and no invalid one", () => {
    expect(withNonceOf96Bits).toHaveLength(66);
    for (const { tcId, key, iv, aad, msg, ct, tag, result } of withNonceOf96Bits) {
      const open = () => decrypt(keyOf(key), bytesOf(iv), bytesOf(aad), bytesOf(ct), bytesOf(tag));
      if (result === "valid") expect(Buffer.from(open()).toString("hex"), `${tcId}`).toBe(msg);
      else expect(open, `${tcId}`).toThrow(refusal);
    }
  });

  it("encrypts every valid vector of Wycheproof to its ciphertext", () => {
    for (const { tcId, key, iv, aad, msg, ct, tag, result } of withNonceOf96Bits) {
      if (result !== "valid") continue;
      const made = encrypt(keyOf(key), bytesOf(iv), bytesOf(aad), bytesOf(msg));
      const hex = [Buffer.from(made.ciphertext).toString("hex"), Buffer.from(made.tag).toString("hex")];
      expect(hex, `${tcId}`).toEqual([ct, tag]);
    }
  });

  it("refuses a nonce, tag or key of another size", () => {
    for (const { key, iv, aad, ct, tag } of tests.filter((vector) => !withNonceOf96Bits.includes(vector))) {
      expect(() => decrypt(keyOf(key), bytesOf(iv), bytesOf(aad), bytesOf(ct), bytesOf(tag))).toThrow(refusal);
    }
    const { key, iv, aad, ct, tag } = withNonceOf96Bits[0] as (typeof tests)[0];
    for (const length of [0, 4, 8, 12, 15]) {
      const short = bytesOf(tag).subarray(0, length);
      expect(() => decrypt(keyOf(key), bytesOf(iv), bytesOf(aad), bytesOf(ct), short)).toThrow(refusal);
    }
    for (const length of [16, 24, 33]) {
      const wrong = createSecretKey(randomBytes(length));
      expect(() => encrypt(wrong, bytesOf(iv), bytesOf(aad), new Uint8Array())).toThrow(refusal);
    }
  });
});

function keyOf(hex: string) {
  return createSecretKey(bytesOf(hex));
}
