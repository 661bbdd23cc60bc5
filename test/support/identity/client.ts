import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type Credentials, mintToken, type TokenRequest } from "../../../clients/typescript/src/identity/mint-token.ts";
import { freshName, type World } from "./world.ts";

/** An identity whose client holds its own key and mints its tokens. */
export async function newClient(
  of: Pick<World, "identity">,
  privateKey: KeyObject = generateKeyPairSync("ed25519").privateKey,
) {
  const { x: public_key } = privateKey.export({ format: "jwk" });
  const { identity, signing_key, rotation_key } = await of.identity({ username: freshName(), public_key });
  const credentials: Credentials = {
    identityId: identity.id,
    keyId: signing_key.id,
    sign: (bytes) => sign(null, bytes, privateKey),
    rotationKey: { version: rotation_key.version, secret: Buffer.from(rotation_key.secret, "base64url") },
  };
  const mint = (members: Partial<TokenRequest> = {}, changed: Partial<Credentials> = {}) =>
    mintToken({ ...credentials, ...changed }, { ...usual, nowMs: Date.now(), ...members });
  return { id: identity.id as string, keyId: signing_key.id as string, credentials, mint };
}

const usual = { audience: "platonic", clientId: "app", scope: "", counter: 1, windowSeconds: 300 };

/** What is answered for a token that is refused, by the end of its code. */
export function refused(code: string) {
  return { success: false, auth_level: "AUTH_NONE", error_code: `AUTH_ERROR_${code}` };
}
