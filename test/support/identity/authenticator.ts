import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Deviations of a device or a page from correct behaviour. */
export interface Flaws {
  readonly rpId?: string;
  readonly origin?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: string;
  /** Handle of the user returned by the device, in base64url. */
  readonly userHandle?: unknown;
  /** Backup flags: whether the credential may be copied (BE), and whether it is (BS). */
  readonly backups?: { readonly eligible: boolean; readonly done: boolean };
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly attestation?: { readonly format: string; readonly statement: (signed: Uint8Array) => Cbor };
  readonly breakSignature?: boolean;
  readonly algorithm?: number;
}

export interface Authenticator {
  /** Answers `navigator.credentials.create`. */
  register(options: { challenge: string }, flaws?: Flaws): object;
  /** Answers `navigator.credentials.get`. */
  authenticate(options: { challenge: string }, flaws?: Flaws): object;
}

export type Cbor = number | string | Uint8Array | Map<number | string, Cbor> | readonly Cbor[];

/** Creates a software authenticator used by a page. It counts each use unless a flaw sets the counter. */
export function createAuthenticator(
  algorithm: "ES256" | "EdDSA",
  page: { readonly origin: string; readonly rpId: string },
  isSynchronised = false,
  idBytes = 16,
): Authenticator {
  const { privateKey, publicKey } =
    algorithm === "ES256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
  const id = randomBytes(idBytes);
  let uses = 0;

  function authenticatorData(flaws: Flaws, credential: Uint8Array): Buffer {
    const present = flaws.userPresent === false ? 0 : 1;
    const verified = flaws.userVerified === false ? 0 : 4;
    const { eligible, done } = flaws.backups ?? { eligible: isSynchronised, done: isSynchronised };
    const backups = (eligible ? 0x08 : 0) | (done ? 0x10 : 0);
    const flags = present | verified | backups | (credential.length > 0 ? 0x40 : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags);
    tail.writeUInt32BE(flaws.counter ?? ++uses, 1);
    return Buffer.concat([sha256(flaws.rpId ?? page.rpId), tail, credential]);
  }

  function clientData(type: string, options: { challenge: string }, flaws: Flaws): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? options.challenge,
        origin: flaws.origin ?? page.origin,
        crossOrigin: flaws.crossOrigin ?? false,
        ...(flaws.topOrigin !== undefined && { topOrigin: flaws.topOrigin }),
      }),
    );
  }

  function answer(response: Record<string, Uint8Array>, more: object = {}): object {
    const encoded = Object.entries(response).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64url")]);
    const text = id.toString("base64url");
    const members = { ...Object.fromEntries(encoded), ...more };
    return { id: text, rawId: text, type: "public-key", clientExtensionResults: {}, response: members };
  }

  return {
    register(options, flaws = {}) {
      const key = encode(coseKey(publicKey, flaws.algorithm));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = authenticatorData(flaws, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const { format, statement } = flaws.attestation ?? { format: "none", statement: () => new Map() };
      const clientDataJSON = clientData("webauthn.create", options, flaws);
      const object = new Map<string, Cbor>([
        ["fmt", format],
        ["attStmt", statement(Buffer.concat([authData, sha256(clientDataJSON)]))],
        ["authData", authData],
      ]);
      return answer({ clientDataJSON, attestationObject: encode(object) }, { transports: ["usb", "no-such-word"] });
    },
    authenticate(options, flaws = {}) {
      const clientDataJSON = clientData("webauthn.get", options, flaws);
      const data = authenticatorData(flaws, Buffer.alloc(0));
      const signed = Buffer.concat([data, sha256(clientDataJSON)]);
      const signature = sign(algorithm === "ES256" ? "sha256" : null, signed, privateKey);
      // The last byte belongs to the number s in both signature formats.
      if (flaws.breakSignature)
        signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
      const { userHandle } = flaws;
      return answer({ clientDataJSON, authenticatorData: data, signature }, { userHandle });
    },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

function coseKey(publicKey: KeyObject, algorithm: number | undefined): Cbor {
  const { kty, x = "", y } = publicKey.export({ format: "jwk" });
  const coordinate = (text: string): Buffer => Buffer.from(text, "base64url");
  if (kty === "OKP") {
    return new Map<number, Cbor>([
      [1, 1],
      [3, algorithm ?? -8],
      [-1, 6],
      [-2, coordinate(x)],
    ]);
  }
  return new Map<number, Cbor>([
    [1, 2],
    [3, algorithm ?? -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y ?? "")],
  ]);
}

/** Encodes the CBOR (RFC 8949) that authenticators use. */
function encode(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, of]) => [encode(name), encode(of)])]);
  }
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(encode)]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
