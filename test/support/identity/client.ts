import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type Credentials, mintToken, type TokenRequest } from "../../../clients/typescript/src/identity/mint-token.ts";
import { type ApiClient, freshName } from "./api-client.ts";

/** Creates an identity whose client holds the signing key and mints its tokens. */
export async function newClient(
  api: Pick<ApiClient, "identity">,
  privateKey: KeyObject = generateKeyPairSync("ed25519").privateKey,
) {
  const { x: public_key } = privateKey.export({ format: "jwk" });
  const { identity, signing_key, rotation_key } = await api.identity({ username: freshName(), public_key });
  const credentials: Credentials = {
    identityId: identity.id,
    keyId: signing_key.id,
    sign: (bytes) => sign(null, bytes, privateKey),
    rotationKey: { version: rotation_key.version, secret: Buffer.from(rotation_key.secret, "base64url") },
  };
  const mint = (members: Partial<TokenRequest> = {}, changed: Partial<Credentials> = {}) =>
    mintToken({ ...credentials, ...changed }, { ...defaults, nowMs: Date.now(), ...members });
  return { id: identity.id as string, keyId: signing_key.id as string, credentials, mint };
}

const defaults = { audience: "platonic", clientId: "app", scope: "", counter: 1, windowSeconds: 300 };

/** Returns the expected answer to a refused token, by the end of its error code. */
export function refused(code: string) {
  return { success: false, auth_level: "AUTH_NONE", error_code: `AUTH_ERROR_${code}` };
}
