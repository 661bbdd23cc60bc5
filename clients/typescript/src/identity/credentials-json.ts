import { base64url, fromBase64url } from "../bytes.ts";
import type { Credentials } from "./mint-token.ts";
import { signingKeyOfBytes } from "./signing-key.ts";

/** Credentials in the format of all SDKs; bytes are base64url without padding. Whoever has them can pay. */
export interface CredentialsJson {
  readonly identityId: string;
  readonly keyId: string;
  readonly privateKey: string;
  readonly rotationKey: { readonly version: number; readonly secret: string };
}

const keyBytes = 32;

/**
 * Converts credentials to an object for `JSON.stringify`.
 *
 * @throws TypeError if the private key cannot be exported: keys of `newSigningKey` are not extractable, those of
 *   `newExportableKey` are
 */
export function credentialsToJson({ identityId, keyId, privateKey, rotationKey }: Credentials): CredentialsJson {
  if (privateKey === undefined) {
    throw new TypeError("the private key cannot be exported: register the identity with a key of newExportableKey()");
  }
  const { version, secret } = rotationKey;
  return { identityId, keyId, privateKey: base64url(privateKey), rotationKey: { version, secret: base64url(secret) } };
}

/**
 * Reads credentials written by `credentialsToJson` or by the SDK of another language: an object or its text.
 *
 * @throws TypeError that names the wrong member, and never contains a secret
 */
export function credentialsFromJson(json: string | CredentialsJson): Credentials {
  const read = typeof json === "string" ? parsed(json) : json;
  const { identityId, keyId, rotationKey } = (read ?? {}) as Partial<CredentialsJson>;
  const { version } = rotationKey ?? {};
  if (!Number.isInteger(version) || (version as number) < 1)
    throw wrong("rotationKey.version", "a whole number from 1 on");
  const privateKey = bytesOf(read?.privateKey, "privateKey");
  return {
    identityId: textOf(identityId, "identityId"),
    keyId: textOf(keyId, "keyId"),
    privateKey,
    sign: signingKeyOfBytes(privateKey).sign,
    rotationKey: { version: version as number, secret: bytesOf(rotationKey?.secret, "rotationKey.secret") },
  };
}

function parsed(text: string): CredentialsJson {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which contains secrets.
    throw new TypeError("the credentials are not JSON");
  }
}

function textOf(value: unknown, member: string): string {
  if (typeof value !== "string" || value === "") throw wrong(member, "a text");
  return value;
}

function bytesOf(value: unknown, member: string): Uint8Array {
  const isText = typeof value === "string" && /^[\w-]{43}$/.test(value);
  const bytes = isText ? fromBase64url(value) : undefined;
  if (bytes?.length !== keyBytes) throw wrong(member, `${keyBytes} bytes as base64url`);
  return bytes;
}

function wrong(member: string, expected: string): TypeError {
  return new TypeError(`\`${member}\` of the credentials must be ${expected}`);
}
