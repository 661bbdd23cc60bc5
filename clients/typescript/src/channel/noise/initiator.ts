import { joined } from "../../bytes.ts";
import { type Cipher, tagBytes } from "./cipher.ts";
import { dhBytes, type KeyPair, newKeyPair } from "./key-pair.ts";
import { NoiseError } from "./noise-error.ts";
import { SymmetricState } from "./symmetric-state.ts";
import { NoiseTransport } from "./transport.ts";

/** Longest message of a handshake (Noise, revision 34, section 3). */
const handshakeBytesMax = 65_535;

/** Name of the Noise protocol, which both sides hash first (section 8). */
function protocolName({ name }: Cipher): string {
  return `Noise_XX_25519_${name}_SHA256`;
}

export interface InitiatorDeps {
  readonly cipher: Cipher;
  /** Data that both sides must agree on before they begin. */
  readonly prologue: Uint8Array;
  readonly staticKey: KeyPair;
  /** Set only by tests; otherwise new for each handshake. */
  readonly ephemeralKey?: KeyPair;
}

/**
 * The initiator's side of a handshake of the pattern XX over X25519 and SHA-256 (Noise, revision 34, sections 5.3 and
 * 7.5): `hello`, `readHello`, `begin`, `introduce`, `split`, in this order. It must not be used after any of them has
 * thrown.
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
    this.#symmetric = new SymmetricState(protocolName(deps.cipher), deps.cipher);
  }

  /** Hash of the whole handshake so far: 32 bytes. After `begin` it is the channel's binding. */
  get hash(): Uint8Array<ArrayBuffer> {
    return this.#symmetric.hash;
  }

  /** The responder's static key, known from the second message on. */
  get remoteStatic(): Uint8Array {
    return this.#remoteStatic;
  }

  /** Writes the first message: `e`. Its payload is not encrypted. */
  async hello(payload: Uint8Array = new Uint8Array()): Promise<Uint8Array<ArrayBuffer>> {
    await this.#symmetric.mixHash(this.#deps.prologue);
    const ephemeral = this.#deps.ephemeralKey ?? (await newKeyPair());
    this.#ephemeral = ephemeral;
    await this.#symmetric.mixHash(ephemeral.publicKey);
    return joined(ephemeral.publicKey, await this.#symmetric.encryptAndHash(payload));
  }

  /** Reads the second message, `e ee s es`, and returns its payload. Rejects with NoiseError for anything else. */
  async readHello(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const encryptedKeyBytes = dhBytes + tagBytes;
    if (message.length < dhBytes + encryptedKeyBytes + tagBytes) throw new NoiseError("a message is too short");
    if (message.length > handshakeBytesMax) throw new NoiseError("a message is too long");
    const symmetric = this.#symmetric;
    const ephemeral = this.#ephemeral as KeyPair;
    this.#remoteEphemeral = message.slice(0, dhBytes);
    await symmetric.mixHash(this.#remoteEphemeral);
    await symmetric.mixKey(await ephemeral.agree(this.#remoteEphemeral));
    this.#remoteStatic = await symmetric.decryptAndHash(message.slice(dhBytes, dhBytes + encryptedKeyBytes));
    await symmetric.mixKey(await ephemeral.agree(this.#remoteStatic));
    return symmetric.decryptAndHash(message.slice(dhBytes + encryptedKeyBytes));
  }

  /** Begins the third message, `s se`, so that its payload can name the hash. */
  async begin(): Promise<void> {
    this.#begun = await this.#symmetric.encryptAndHash(this.#deps.staticKey.publicKey);
    await this.#symmetric.mixKey(await this.#deps.staticKey.agree(this.#remoteEphemeral));
  }

  /** Writes the third message. */
  async introduce(payload: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return joined(this.#begun, await this.#symmetric.encryptAndHash(payload));
  }

  /** Returns the transport that follows the third message. */
  async split(): Promise<NoiseTransport> {
    const [ofInitiator, ofResponder] = await this.#symmetric.split();
    return new NoiseTransport(ofInitiator, ofResponder);
  }
}
