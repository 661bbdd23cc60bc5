import { joined } from "../../bytes.ts";
import { type Cipher, tagBytes } from "./cipher.ts";
import { type KeyPair, newKeyPair } from "./key-pair.ts";
import { NoiseError } from "./noise-error.ts";
import { SymmetricState } from "./symmetric-state.ts";
import { NoiseTransport } from "./transport.ts";

/** Bytes of a public key. */
const keyBytes = 32;
/** The longest message of a handshake (Noise, revision 34, section 3). */
const handshakeBytesMax = 65_535;

export interface InitiatorDeps {
  readonly cipher: Cipher;
  /** What both sides must think alike of before they begin. */
  readonly prologue: Uint8Array;
  readonly staticKey: KeyPair;
  /** In tests only; new for each handshake otherwise. */
  readonly ephemeralKey?: KeyPair;
}

/**
 * The initiator's side of a handshake of the pattern XX over X25519 and SHA-256 (Noise, revision 34, sections 5.3 and
 * 7.5): `hello`, `readHello`, `begin`, `introduce`, `split`, in this order. After anything that is thrown nothing more may
 * be done with it.
 */
export class Initiator {
  readonly #deps: InitiatorDeps;
  readonly #symmetric: SymmetricState;
  #ephemeral: KeyPair | undefined;
  #remoteEphemeral: Uint8Array = new Uint8Array();
  #remoteStatic: Uint8Array = new Uint8Array();
  #begun: Uint8Array = new Uint8Array();

  constructor(deps: InitiatorDeps) {
    this.#deps = deps;
    this.#symmetric = new SymmetricState(`Noise_XX_25519_${deps.cipher.name}_SHA256`, deps.cipher);
  }

  /** The hash of everything so far: 32 bytes. After `begin` it is the channel's binding. */
  get hash(): Uint8Array<ArrayBuffer> {
    return this.#symmetric.hash;
  }

  /** The responder's static key, once it was read. */
  get remoteStatic(): Uint8Array {
    return this.#remoteStatic;
  }

  /** The first message: `e`. Its payload is for everybody to read. */
  async hello(payload: Uint8Array = new Uint8Array()): Promise<Uint8Array<ArrayBuffer>> {
    await this.#symmetric.mixHash(this.#deps.prologue);
    const ephemeral = this.#deps.ephemeralKey ?? (await newKeyPair());
    this.#ephemeral = ephemeral;
    await this.#symmetric.mixHash(ephemeral.publicKey);
    return joined(ephemeral.publicKey, await this.#symmetric.encryptAndHash(payload));
  }

  /** The payload of the second message: `e ee s es`. Rejects with NoiseError for anything else. */
  async readHello(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const sealedKeyBytes = keyBytes + tagBytes;
    if (message.length < keyBytes + sealedKeyBytes + tagBytes) throw new NoiseError("a message is too short");
    if (message.length > handshakeBytesMax) throw new NoiseError("a message is too long");
    const symmetric = this.#symmetric;
    const ephemeral = this.#ephemeral as KeyPair;
    this.#remoteEphemeral = message.slice(0, keyBytes);
    await symmetric.mixHash(this.#remoteEphemeral);
    await symmetric.mixKey(await ephemeral.agree(this.#remoteEphemeral));
    this.#remoteStatic = await symmetric.decryptAndHash(message.slice(keyBytes, keyBytes + sealedKeyBytes));
    await symmetric.mixKey(await ephemeral.agree(this.#remoteStatic));
    return symmetric.decryptAndHash(message.slice(keyBytes + sealedKeyBytes));
  }

  /** Writes what comes before the payload of the third message, `s se`, so that the payload can name the hash. */
  async begin(): Promise<void> {
    this.#begun = await this.#symmetric.encryptAndHash(this.#deps.staticKey.publicKey);
    await this.#symmetric.mixKey(await this.#deps.staticKey.agree(this.#remoteEphemeral));
  }

  /** The third message. */
  async introduce(payload: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return joined(this.#begun, await this.#symmetric.encryptAndHash(payload));
  }

  /** What follows. */
  async split(): Promise<NoiseTransport> {
    const [ofInitiator, ofResponder] = await this.#symmetric.split();
    return new NoiseTransport(ofInitiator, ofResponder);
  }
}
