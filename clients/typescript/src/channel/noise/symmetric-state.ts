import { hmacSha256, joined, sha256, utf8 } from "../../bytes.ts";
import type { Bytes, Cipher } from "./cipher.ts";
import { CipherState } from "./cipher-state.ts";

const noBytes = new Uint8Array();

/**
 * State that both sides of a handshake share: the hash of everything sent so far, and the key derived from every secret
 * agreed on so far (Noise, revision 34, section 5.2; SHA-256).
 */
export class SymmetricState {
  readonly #cipher: Cipher;
  #hash: Bytes;
  #chainingKey: Bytes;
  #cipherState: CipherState | undefined;

  /** `protocolName` has at most 32 characters. */
  constructor(protocolName: string, cipher: Cipher) {
    this.#cipher = cipher;
    this.#hash = joined(utf8(protocolName), new Uint8Array(32 - protocolName.length));
    this.#chainingKey = this.#hash;
  }

  /** Hash of everything sent so far: 32 bytes. */
  get hash(): Bytes {
    return this.#hash;
  }

  async mixHash(bytes: Uint8Array): Promise<void> {
    this.#hash = await sha256(this.#hash, bytes);
  }

  async mixKey(agreed: Uint8Array): Promise<void> {
    const [chainingKey, key] = await this.#derive(agreed);
    this.#chainingKey = chainingKey;
    this.#cipherState = new CipherState(this.#cipher, key);
  }

  async encryptAndHash(plain: Uint8Array): Promise<Bytes> {
    const bytes = Uint8Array.from(plain);
    const sealed = (await this.#cipherState?.encrypt(this.#hash, bytes)) ?? bytes;
    await this.mixHash(sealed);
    return sealed;
  }

  /** Rejects with NoiseError if the ciphertext is not genuine. */
  async decryptAndHash(sealed: Bytes): Promise<Bytes> {
    const plain = (await this.#cipherState?.decrypt(this.#hash, sealed)) ?? sealed;
    await this.mixHash(sealed);
    return plain;
  }

  /** Derives the keys for the messages after the handshake: the initiator's, then the responder's. */
  async split(): Promise<[CipherState, CipherState]> {
    const [first, second] = await this.#derive(noBytes);
    return [new CipherState(this.#cipher, first), new CipherState(this.#cipher, second)];
  }

  /** HKDF (section 4.3), step by step: not all platforms import an empty key. */
  async #derive(material: Uint8Array): Promise<[Bytes, Bytes]> {
    const temporary = await hmacSha256(this.#chainingKey, material);
    const first = await hmacSha256(temporary, Uint8Array.of(1));
    return [first, await hmacSha256(temporary, first, Uint8Array.of(2))];
  }
}
