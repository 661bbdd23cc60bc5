import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ed25519 } from "@noble/curves/ed25519.js";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { isSignature } from "../../../server/core/signing/signature.ts";
import { createSignatureChecks } from "../../../server/threads/signatures/checks.ts";
import { packClaims, type SignatureClaim, unpackClaims } from "../../../server/threads/signatures/packed-signatures.ts";
import { createClaimCheck } from "../../../server/threads/signatures/verify-claim.ts";
import { plusOrder } from "../../modules/identity/domain/spoilers.ts";
import { publicKeyOf, seed, signed } from "../../modules/identity/domain/token-fixture.ts";
import { asyncLaw } from "../../support/laws/async-law.ts";
import { law } from "../../support/laws/law.ts";
import { onPublishedVectors } from "../../support/published-vectors.ts";

const checks = createSignatureChecks(2);
afterAll(() => checks.close());

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const message = Buffer.from("message");
const good: SignatureClaim = { message, publicKey: publicKeyOf(seed), signature: signed(message, seed) };
const wrong: SignatureClaim = { ...good, message: Buffer.from("massage") };

describe("signatures checked on threads", () => {
  const claims = fc.array(
    fc.record({ seed: bytes(32), message: fc.uint8Array(), place: fc.nat(63), flip: fc.nat(1) }),
    {
      maxLength: 100,
    },
  );
  asyncLaw(
    "have the verdict of node:crypto, each for itself",
    claims,
    async (all) => {
      const signedClaims = all.map(({ seed: key, message: text, place, flip }) => {
        const signature = ed25519.sign(text, key);
        signature[place] = (signature[place] as number) ^ flip;
        return [text, ed25519.getPublicKey(key), signature] as const;
      });
      const verdicts = await Promise.all(signedClaims.map((claim) => checks.isSignature(...claim)));
      expect(verdicts).toEqual(all.map(({ flip }) => flip === 0));
      expect(verdicts).toEqual(await Promise.all(signedClaims.map((claim) => isSignature(...claim))));
    },
    20,
  );

  test("of a wrong length are refused, and a key of a wrong length throws, as with node:crypto", async () => {
    const { publicKey, signature } = good;
    for (const given of [new Uint8Array(), signature.subarray(1), Buffer.concat([signature, Buffer.of(0)])]) {
      expect(await checks.isSignature(message, publicKey, given)).toBe(false);
    }
    const short = publicKey.subarray(1);
    await expect(async () => isSignature(message, short, signature)).rejects.toThrow();
    await expect(async () => checks.isSignature(message, short, signature)).rejects.toThrow();
  });

  test("with S + L are refused", async () => {
    expect(await checks.isSignature(message, good.publicKey, good.signature)).toBe(true);
    expect(await checks.isSignature(message, good.publicKey, plusOrder(Buffer.from(good.signature)))).toBe(false);
  });

  test("in progress are answered before close() resolves", async () => {
    const ending = createSignatureChecks(1);
    const verdict = ending.isSignature(message, good.publicKey, good.signature);
    await new Promise(setImmediate);
    await ending.close();
    expect(await verdict).toBe(true);
  });

  test("may end while some threads still load, without the end of the process", async () => {
    const program = `
      import { createSignatureChecks } from ${JSON.stringify(new URL("../../../server/threads/signatures/checks.ts", import.meta.url).href)};
      for (let count = 0; count < 4; count += 1) {
        const { isSignature, close } = createSignatureChecks(8);
        await isSignature(Buffer.alloc(1), Buffer.alloc(32, 1), Buffer.alloc(64));
        await close();
      }`;
    const child = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    await expect(child).resolves.toMatchObject({ stderr: "" });
  });
});

interface Vectors {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly { readonly msg: string; readonly sig: string; readonly result: string }[];
  }[];
}

onPublishedVectors<Vectors>("wycheproof/ed25519_test.json", "Wycheproof, on threads", ({ testGroups }) => {
  const hex = (text: string) => Buffer.from(text, "hex");
  test("every vector has the verdict that it names", async () => {
    const vectors = testGroups.flatMap(({ publicKey, tests }) => tests.map((each) => ({ ...each, pk: publicKey.pk })));
    expect(vectors.length).toBe(151);
    const verdicts = vectors.map(({ msg, pk, sig }) => checks.isSignature(hex(msg), hex(pk), hex(sig)));
    expect(await Promise.all(verdicts)).toEqual(vectors.map(({ result }) => result === "valid"));
  });
});

describe("libsodium", () => {
  const sodiumReturning = (answer: boolean) => ({ crypto_sign_verify_detached: vi.fn(() => answer) });

  test("is called with the claim's bytes, and its acceptance is final", () => {
    const sodium = sodiumReturning(true);
    expect(createClaimCheck(sodium)(wrong)).toBe(true);
    expect(sodium.crypto_sign_verify_detached).toHaveBeenCalledExactlyOnceWith(
      wrong.signature,
      wrong.message,
      wrong.publicKey,
    );
  });

  test("has its refusals checked again by node:crypto", () => {
    expect(createClaimCheck(sodiumReturning(false))(good)).toBe(true);
    expect(createClaimCheck(sodiumReturning(false))(wrong)).toBe(false);
  });

  test("may be absent", () => {
    expect(createClaimCheck(undefined)(good)).toBe(true);
    expect(createClaimCheck(undefined)(wrong)).toBe(false);
  });
});

const anyClaims = fc.array(fc.record({ message: fc.uint8Array(), publicKey: bytes(32), signature: bytes(64) }));
law("packed claims are unpacked unchanged", anyClaims, (all) => {
  expect([...unpackClaims(packClaims(all))]).toEqual(all);
});
