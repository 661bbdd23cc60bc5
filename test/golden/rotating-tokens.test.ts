import { sign } from "node:crypto";
import { expect, test } from "vitest";
import { signedToken, unsignedToken } from "../../server/modules/identity/domain/unsigned-token.ts";
import { privateKeyOf } from "./private-key.ts";
import { goldenVectors } from "./vectors.ts";

/** token-vectors.test.ts checks the client and the server's verification against the same file. */
interface TokenVectors {
  readonly identity: {
    readonly signing_key: { readonly id: string; readonly private_key_hex: Uint8Array };
    readonly rotation_key: { readonly version: number; readonly secret_hex: Uint8Array };
  };
  readonly mint: readonly {
    readonly name: string;
    readonly window_seconds: number;
    readonly payload: string;
    readonly token: string;
  }[];
}

const { identity, mint } = goldenVectors<TokenVectors>("rotating-tokens", ["private_key_hex", "secret_hex"]);
const privateKey = privateKeyOf(identity.signing_key.private_key_hex);

test.each(mint)("the server mints this token: $name", ({ window_seconds, payload, token }) => {
  const claims = JSON.parse(payload);
  const content = {
    keyId: identity.signing_key.id,
    subject: claims.sub,
    audience: claims.aud,
    clientId: claims.client_id,
    scope: claims.scope,
    issuedAtSeconds: claims.iat,
    expiresAtSeconds: claims.exp,
    tokenId: claims.jti,
    challenge: claims.chal,
    channelBinding: claims.cb,
    counter: claims.rot.n,
  };
  const { version, secret_hex: secret } = identity.rotation_key;
  const input = unsignedToken(content, { version, secret }, window_seconds);
  expect(signedToken(input, sign(null, Buffer.from(input, "ascii"), privateKey))).toBe(token);
});
