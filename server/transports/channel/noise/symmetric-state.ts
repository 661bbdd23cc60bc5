import { hash, hkdfSync } from "node:crypto";
import type { Cipher } from "./cipher.ts";
import { CipherState } from "./cipher-state.ts";

const hashBytes = 32;
const noBytes = Buffer.alloc(0);

/**
 * State that both sides of a handshake share: the hash of everything sent so far, and the key derived from every secret
 * agreed on so far (Noise, revision 34, section 5.2; SHA-256).
 */
export class SymmetricState {
  readonly #cipher: Cipher;
  #hash: Buffer;
  #chainingKey: Buffer;
  #cipherState: CipherState | undefined;

  constructor(protocolName: string, cipher: Cipher) {
    this.#cipher = cipher;
    const name = Buffer.from(protocolName, "ascii");
    this.#hash = name.length <= hashBytes ? Buffer.concat([name], hashBytes) : digest(name);
    this.#chainingKey = this.#hash;
  }

  /** Hash of everything sent so far: 32 bytes. */
  get hash(): Buffer {
    return this.#hash;
  }

  /** Whether payloads and static keys are encrypted at this point. */
  get isKeyed(): boolean {
    return this.#cipherState !== undefined;
  }

  mixHash(bytes: Uint8Array): void {
    this.#hash = digest(Buffer.concat([this.#hash, bytes]));
  }

  mixKey(agreed: Uint8Array): void {
    const [chainingKey, key] = this.#derive(agreed);
    this.#chainingKey = chainingKey;
    this.#cipherState = new CipherState(this.#cipher, key);
  }

  encryptAndHash(plain: Uint8Array): Uint8Array {
    const sealed = this.#cipherState?.encrypt(this.#hash, plain) ?? plain;
    this.mixHash(sealed);
    return sealed;
  }

  /** @throws NoiseError if the ciphertext is not genuine */
  decryptAndHash(sealed: Uint8Array): Uint8Array {
    const plain = this.#cipherState?.decrypt(this.#hash, sealed) ?? sealed;
    this.mixHash(sealed);
    return plain;
  }

  /** Derives the keys for the messages after the handshake: the initiator's, then the responder's. */
  split(): [CipherState, CipherState] {
    const [first, second] = this.#derive(noBytes);
    return [new CipherState(this.#cipher, first), new CipherState(this.#cipher, second)];
  }

  /** HKDF of the specification, which is that of RFC 5869 with the chaining key as salt and no info. */
  #derive(material: Uint8Array): [Buffer, Buffer] {
    const both = Buffer.from(hkdfSync("sha256", material, this.#chainingKey, noBytes, 2 * hashBytes));
    return [both.subarray(0, hashBytes), both.subarray(hashBytes)];
  }
}

function digest(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer");
}
