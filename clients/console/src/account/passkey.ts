import { base64url, fromBase64url } from "../../../typescript/src/bytes.ts";

/**
 * Secrets that only a passkey opens: encrypted with AES-256-GCM under a key computed by the passkey (WebAuthn, PRF).
 */
export interface Sealed {
  readonly credentialId: string;
  readonly salt: string;
  readonly iv: string;
  readonly ciphertext: string;
}

const label = "platonic console: credentials";

/**
 * Whether passkeys can be created here: they belong to a domain, not to an IP address. Whether a passkey can compute
 * keys shows only when it is used.
 */
export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Seals a text with a passkey. */
export type Seal = (text: string) => Promise<Sealed>;

/** Creates a passkey that seals texts. Rejects if the user cancels, or the passkey cannot compute keys. */
export async function newPasskey(username: string): Promise<Seal> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      rp: { name: "Platonic" },
      user: { id: randomBytes(16), name: username, displayName: username },
      challenge: randomBytes(32),
      pubKeyCredParams: [
        { type: "public-key", alg: -8 },
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -257 },
      ],
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      extensions: { prf: {} },
    },
  })) as PublicKeyCredential | null;
  if (credential === null) throw new Error("No passkey was made.");
  const credentialId = base64url(new Uint8Array(credential.rawId));
  const salt = randomBytes(32);
  const key = await keyOf(credentialId, salt);
  return async (text) => {
    const iv = randomBytes(12);
    const ciphertext = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
    return {
      credentialId,
      salt: base64url(salt),
      iv: base64url(iv),
      ciphertext: base64url(new Uint8Array(ciphertext)),
    };
  };
}

/** Opens what a passkey has sealed. Rejects if the user cancels. */
export async function openWithPasskey({ credentialId, salt, iv, ciphertext }: Sealed): Promise<string> {
  const key = await keyOf(credentialId, new Uint8Array(fromBase64url(salt)));
  const parameters = { name: "AES-GCM", iv: new Uint8Array(fromBase64url(iv)) };
  const bytes = await crypto.subtle.decrypt(parameters, key, new Uint8Array(fromBase64url(ciphertext)));
  return new TextDecoder().decode(bytes);
}

async function keyOf(credentialId: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: randomBytes(32),
      allowCredentials: [{ type: "public-key", id: new Uint8Array(fromBase64url(credentialId)) }],
      userVerification: "required",
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null;
  const secret = credential?.getClientExtensionResults().prf?.results?.first;
  if (secret === undefined) {
    throw new Error("This passkey cannot seal keys: it lacks the PRF extension. Use another one, or none.");
  }
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const terms = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(label) };
  return crypto.subtle.deriveKey(terms, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}
