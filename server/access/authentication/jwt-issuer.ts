import { randomUUID } from "node:crypto";
import type { JWTVerifyGetKey } from "jose";
import type { Issuer } from "../domain/issuer.ts";
import { createKeySet } from "./key-set.ts";

/** Public key of the service's own tokens. */
export interface IssuerKey {
  readonly id: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface JwtIssuerDeps {
  readonly issuer: Issuer;
  /** Newest first. The newest signs; tokens signed by the others are still valid. */
  readonly keys: () => Promise<readonly IssuerKey[]>;
  readonly sign: (keyId: string, bytes: Uint8Array) => Promise<Uint8Array>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Claims of a token, except its times. */
export interface JwtClaims {
  readonly sub: string;
  /** Permissions, separated by spaces. */
  readonly scope: string;
  readonly [claim: string]: unknown;
}

/** The service as an issuer of JWTs (RFC 7519), signed by Ed25519 (RFC 8037). */
export interface JwtIssuer {
  readonly issuer: Issuer;
  /** Finds the key that verifies a token of the service. */
  readonly findKey: JWTVerifyGetKey;
  mint(
    claims: JwtClaims,
    lifetimeSeconds: number,
  ): Promise<{ readonly jwt: string; readonly expiresAtSeconds: number }>;
  /** Returns the JSON Web Key Set (RFC 7517) with which other services verify tokens. */
  keySet(): Promise<string>;
}

export function createJwtIssuer({ issuer, keys, sign, now }: JwtIssuerDeps): JwtIssuer {
  async function keySet(): Promise<string> {
    const entries = (await keys()).map(({ id, publicKey }) => ({
      kty: "OKP",
      crv: "Ed25519",
      use: "sig",
      alg: "EdDSA",
      kid: id,
      x: Buffer.from(publicKey).toString("base64url"),
    }));
    return JSON.stringify({ keys: entries });
  }

  return {
    issuer,
    keySet,
    findKey: async (header, token) => createKeySet(JSON.parse(await keySet()))(header, token),
    async mint(claims, lifetimeSeconds) {
      const [key] = await keys();
      if (key === undefined) throw new Error("the service has no key to sign its tokens");
      const iat = Math.floor(now() / 1000);
      const expiresAtSeconds = iat + lifetimeSeconds;
      const payload = {
        aud: issuer.audience,
        ...claims,
        iss: issuer.issuer,
        iat,
        exp: expiresAtSeconds,
        jti: randomUUID(),
      };
      const input = `${segment({ alg: "EdDSA", typ: "JWT", kid: key.id })}.${segment(payload)}`;
      const signature = await sign(key.id, Buffer.from(input, "ascii"));
      return { jwt: `${input}.${Buffer.from(signature).toString("base64url")}`, expiresAtSeconds };
    },
  };
}

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
