import { ed25519 } from "@noble/curves/ed25519.js";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { mintToken, signWith } from "../../../../clients/typescript/src/identity/mint-token.ts";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { clientRotationKey } from "../../../../server/modules/identity/domain/rotation-code.ts";
import { signedToken, unsignedToken } from "../../../../server/modules/identity/domain/unsigned-token.ts";
import { verifyToken } from "../../../../server/modules/identity/domain/verify-token.ts";
import { asyncLaw } from "../../../support/laws/async-law.ts";
import { anyCharacter } from "../../../support/laws/characters.ts";
import { goodScene, outcomeOf, publicKeyOf, signed, tokenOf } from "./token-fixture.ts";

const byteArrays = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ids = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
const words = fc.stringMatching(/^[A-Za-z0-9._:/*-]{1,20}$/);

const minted = fc.record({
  seed: byteArrays(32),
  secret: byteArrays(32),
  version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  identityId: ids,
  keyId: ids,
  clientId: ids,
  audience: fc.oneof(fc.webUrl(), fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" })),
  scope: fc.array(words, { maxLength: 8 }).map((list) => list.join(" ")),
  counter: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  windowSeconds: fc.integer({ min: 30, max: 900 }),
  nowMs: fc.integer({ min: 0, max: 253_402_299_000_000 }),
  tokenId: byteArrays(16),
  challenge: fc.option(byteArrays(16), { nil: undefined }),
  channelBinding: fc.option(byteArrays(32), { nil: undefined }),
});

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

describe("a token", () => {
  asyncLaw("minted by a client is accepted, and equals the one that the service mints", minted, async (input) => {
    const { seed, secret, version, identityId, keyId, windowSeconds, channelBinding, nowMs, counter, tokenId } = input;
    const challenge = input.challenge ?? (channelBinding && new Uint8Array(16));
    const optional = {
      ...(challenge && { challenge: base64url(challenge) }),
      ...(channelBinding && { channelBinding }),
    };
    const rotationKey = { version, secret };
    const { audience, clientId, scope } = input;
    const token = await mintToken(
      { identityId, keyId, sign: signWith(seed), rotationKey },
      { audience, clientId, scope, counter, windowSeconds, nowMs, tokenId, ...optional },
    );

    const expected = { audience, windowSeconds, channelBinding: channelBinding && base64url(channelBinding) };
    const knowledge = {
      isSignature,
      signingKey: async (identity: string, id: string) => {
        expect([identity, id]).toEqual([identityId, keyId]);
        return { id: keyId, identityId, publicKey: publicKeyOf(seed), revokedAt: undefined };
      },
      rotation: async (place: object) => {
        expect(place).toEqual({ identityId, clientId, keyVersion: version });
        const clientKey = clientRotationKey(rotationKey, identityId, clientId);
        return { version, clientKey, endsAt: undefined, state: { lastN: counter - 1, lastJti: "" } };
      },
    };
    expect(await verifyToken(token, expected, knowledge, nowMs)).toMatchObject({ refusal: undefined });

    const issuedAtSeconds = Math.floor(nowMs / 1000);
    const signingInput = unsignedToken(
      {
        keyId,
        subject: identityId,
        audience,
        clientId,
        scope,
        issuedAtSeconds,
        expiresAtSeconds: issuedAtSeconds + windowSeconds,
        tokenId: base64url(tokenId),
        challenge: challenge && base64url(challenge),
        channelBinding: channelBinding && base64url(channelBinding),
        counter,
      },
      rotationKey,
      windowSeconds,
    );
    expect(signedToken(signingInput, signed(Buffer.from(signingInput), seed))).toBe(token);
  });

  const good = tokenOf(goodScene());
  const changes = fc
    .tuple(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }))
    .filter(([place, byte]) => good.charCodeAt(place) !== byte);
  asyncLaw("with one byte changed is refused for its format or its signature", changes, async ([place, byte]) => {
    const changed = good.slice(0, place) + String.fromCharCode(byte) + good.slice(place + 1);
    expect(await outcomeOf(goodScene(), changed)).toMatch(/^AUTH_ERROR_(INVALID_TOKEN|SIGNATURE_INVALID)$/);
  });

  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  const swaps = fc.tuple(
    fc.nat({ max: good.length - 1 }),
    fc.constantFrom(...letters),
    fc.constantFrom("put", "add", "cut"),
  );
  asyncLaw("with one letter replaced, added or removed is refused likewise", swaps, async ([place, letter, way]) => {
    const rest = good.slice(way === "add" ? place : place + 1);
    const changed = good.slice(0, place) + (way === "cut" ? "" : letter) + rest;
    fc.pre(changed !== good);
    expect(await outcomeOf(goodScene(), changed)).toMatch(/^AUTH_ERROR_(INVALID_TOKEN|SIGNATURE_INVALID)$/);
  });

  asyncLaw("of any text is refused without an exception", fc.string({ unit: anyCharacter }), async (text) => {
    expect(await outcomeOf(goodScene(), text)).toBe("AUTH_ERROR_INVALID_TOKEN");
  });

  const anyJson = fc.tuple(fc.json(), fc.json(), byteArrays(64));
  asyncLaw("of any JSON is refused", anyJson, async ([header, payload, signature]) => {
    const token = [header, payload, signature]
      .map((part) => Buffer.from(part as string).toString("base64url"))
      .join(".");
    expect(await outcomeOf(goodScene(), token)).toBe("AUTH_ERROR_INVALID_TOKEN");
  });
});

describe("noble and node agree", () => {
  const inputs = fc.record({
    seed: byteArrays(32),
    message: fc.uint8Array({ maxLength: 300 }),
    place: fc.nat({ max: 63 }),
    flip: fc.integer({ min: 0, max: 255 }),
  });
  asyncLaw("on keys, signatures and refusals", inputs, async ({ seed, message, place, flip }) => {
    const publicKey = ed25519.getPublicKey(seed);
    expect(publicKey).toEqual(publicKeyOf(seed));
    const signature = ed25519.sign(message, seed);
    expect(Buffer.from(signature)).toEqual(signed(message, seed));
    signature[place] = (signature[place] as number) ^ flip;
    const isRight = ed25519.verify(signature, message, publicKey, { zip215: false });
    expect(await isSignature(message, publicKey, signature)).toBe(isRight);
    expect(isRight).toBe(flip === 0);
  });
});
