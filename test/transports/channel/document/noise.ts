import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key: Uint8Array, ...parts: Uint8Array[]) =>
  createHmac("sha256", key).update(Buffer.concat(parts)).digest();

/** Protocols of the document by their subprotocols, with the two ways in which Noise writes nonces. */
const protocols = {
  "wallet.v1": { name: "Noise_XX_25519_AESGCM_SHA256", cipher: "aes-256-gcm", isBigEndian: true },
  "wallet.v1.chachapoly": {
    name: "Noise_XX_25519_ChaChaPoly_SHA256",
    cipher: "chacha20-poly1305",
    isBigEndian: false,
  },
} as const;
export type Subprotocol = keyof typeof protocols;

/** An X25519 key pair, which a client keeps for as long as it wants to resume channels. */
export function newStaticKey(): KeyObject {
  return generateKeyPairSync("x25519").privateKey;
}

/** Encrypts or decrypts the messages of one direction, and changes its key where the document says so. */
export class Direction {
  #nonce = 0n;
  #key: Uint8Array;
  readonly #subprotocol: Subprotocol;

  constructor(subprotocol: Subprotocol, key: Uint8Array) {
    this.#subprotocol = subprotocol;
    this.#key = key;
  }

  encrypt(plain: Uint8Array, associated: Uint8Array = new Uint8Array()): Buffer {
    const sealed = this.#seal(this.#nonce, plain, associated);
    this.#advance();
    return sealed;
  }

  decrypt(sealed: Uint8Array, associated: Uint8Array = new Uint8Array()): Buffer {
    const { cipher } = protocols[this.#subprotocol];
    const opening = createDecipheriv(cipher as "aes-256-gcm", this.#key, this.#nonceBytes(this.#nonce));
    opening.setAAD(associated);
    opening.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
    this.#advance();
    return plain;
  }

  /** Is Noise's `Rekey()`. */
  rekey(): void {
    this.#key = this.#seal(2n ** 64n - 1n, new Uint8Array(32), new Uint8Array()).subarray(0, 32);
  }

  #advance(): void {
    this.#nonce += 1n;
    if (this.#nonce % 65_536n === 0n) this.rekey();
  }

  #seal(nonce: bigint, plain: Uint8Array, associated: Uint8Array): Buffer {
    const { cipher } = protocols[this.#subprotocol];
    const sealing = createCipheriv(cipher as "aes-256-gcm", this.#key, this.#nonceBytes(nonce));
    sealing.setAAD(associated);
    return Buffer.concat([sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
  }

  #nonceBytes(nonce: bigint): Buffer {
    const bytes = Buffer.alloc(12);
    if (protocols[this.#subprotocol].isBigEndian) bytes.writeBigUInt64BE(nonce, 4);
    else bytes.writeBigUInt64LE(nonce, 4);
    return bytes;
  }
}

/** The initiator's side of the pattern XX: `e`, then `e ee s es`, then `s se`. */
export class Initiator {
  readonly #subprotocol: Subprotocol;
  readonly #static: KeyObject;
  readonly #ephemeral = newStaticKey();
  #hash: Buffer;
  #chaining: Buffer;
  #direction: Direction | undefined;
  #remoteEphemeral: Buffer = Buffer.alloc(0);
  /** The static key of the service, once message 2 is read. */
  remoteStatic: Buffer = Buffer.alloc(0);

  constructor(subprotocol: Subprotocol, endpoint: string, staticKey: KeyObject) {
    this.#subprotocol = subprotocol;
    this.#static = staticKey;
    this.#hash = Buffer.alloc(32);
    this.#hash.write(protocols[subprotocol].name, "ascii");
    this.#chaining = this.#hash;
    this.#mixHash(Buffer.from(`platonic channel v1 ${endpoint}`, "ascii"));
  }

  writeFirst(): Buffer {
    const ephemeral = publicBytes(this.#ephemeral);
    this.#mixHash(ephemeral);
    this.#mixHash(Buffer.alloc(0));
    return ephemeral;
  }

  /** Reads message 2; returns the bytes of ServerHello. */
  readSecond(message: Buffer): Buffer {
    this.#remoteEphemeral = message.subarray(0, 32);
    this.#mixHash(this.#remoteEphemeral);
    this.#mixKey(this.#ephemeral, this.#remoteEphemeral);
    this.remoteStatic = this.#read(message.subarray(32, 80));
    this.#mixKey(this.#ephemeral, this.remoteStatic);
    return this.#read(message.subarray(80));
  }

  /** Writes the tokens of message 3; returns their bytes and the hash that a token is bound to. */
  beginThird(): { readonly bytes: Buffer; readonly binding: string } {
    const bytes = this.#write(publicBytes(this.#static));
    this.#mixKey(this.#static, this.#remoteEphemeral);
    return { bytes, binding: this.#hash.toString("base64url") };
  }

  /** Encrypts ClientHello; returns its bytes and the two directions. */
  endThird(clientHello: Uint8Array) {
    const bytes = this.#write(clientHello);
    const [sending, receiving] = this.#derived(Buffer.alloc(0)) as [Buffer, Buffer];
    return {
      bytes,
      sending: new Direction(this.#subprotocol, sending),
      receiving: new Direction(this.#subprotocol, receiving),
    };
  }

  #write(plain: Uint8Array): Buffer {
    const sealed = (this.#direction as Direction).encrypt(plain, this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }

  #read(sealed: Buffer): Buffer {
    const plain = (this.#direction as Direction).decrypt(sealed, this.#hash);
    this.#mixHash(sealed);
    return plain;
  }

  #mixHash(bytes: Uint8Array): void {
    this.#hash = sha256(this.#hash, bytes);
  }

  #mixKey(privateKey: KeyObject, remote: Buffer): void {
    const publicKey = createPublicKey({
      key: { kty: "OKP", crv: "X25519", x: remote.toString("base64url") },
      format: "jwk",
    });
    const [chaining, key] = this.#derived(diffieHellman({ privateKey, publicKey })) as [Buffer, Buffer];
    this.#chaining = chaining;
    this.#direction = new Direction(this.#subprotocol, key);
  }

  /** Is Noise's `HKDF` with two outputs. */
  #derived(input: Uint8Array): Buffer[] {
    const secret = hmac(this.#chaining, input);
    const first = hmac(secret, Buffer.of(1));
    return [first, hmac(secret, first, Buffer.of(2))];
  }
}

function publicBytes(privateKey: KeyObject): Buffer {
  const { x } = createPublicKey(createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }) as string)).export(
    {
      format: "jwk",
    },
  );
  return Buffer.from(x as string, "base64url");
}
