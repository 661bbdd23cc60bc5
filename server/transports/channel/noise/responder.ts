import { type Cipher, tagBytes } from "./cipher.ts";
import { agree, dhBytes, type KeyPair, newKeyPair } from "./key-pair.ts";
import { NoiseError } from "./noise-error.ts";
import { SymmetricState } from "./symmetric-state.ts";
import { NoiseTransport } from "./transport.ts";

/** Longest message of a handshake (Noise, revision 34, section 3). */
const handshakeBytesMax = 65_535;

/** Name of the Noise protocol, which both sides hash first (section 8). */
export function protocolName({ name }: Cipher): string {
  return `Noise_XX_25519_${name}_SHA256`;
}

export interface ResponderDeps {
  readonly cipher: Cipher;
  /** Data that both sides must agree on before they begin. */
  readonly prologue: Uint8Array;
  readonly staticKey: KeyPair;
  /** Set only by tests; otherwise new for each handshake. */
  readonly ephemeralKey?: KeyPair;
}

/**
 * The responder's side of a handshake of the pattern XX over X25519 and SHA-256 (Noise, revision 34, sections 5.3 and
 * 7.5): `read`, `write`, `read`, `split`, in this order. It must not be used after any of them has thrown.
 */
export class Responder {
  readonly #deps: ResponderDeps;
  readonly #symmetric: SymmetricState;
  #ephemeral: KeyPair | undefined;
  #remoteEphemeral: Uint8Array = new Uint8Array();
  #remoteStatic: Uint8Array | undefined;
  #payloadHash: Buffer;
  /** Number of messages read and written. */
  #messages = 0;

  constructor(deps: ResponderDeps) {
    this.#deps = deps;
    this.#symmetric = new SymmetricState(protocolName(deps.cipher), deps.cipher);
    this.#symmetric.mixHash(deps.prologue);
    this.#payloadHash = this.#symmetric.hash;
  }

  /** Hash of the whole handshake so far: 32 bytes. */
  get hash(): Buffer {
    return this.#symmetric.hash;
  }

  /**
   * Hash under which the last message's payload is encrypted: 32 bytes, the same on both sides. It covers every key and
   * payload before that payload; for the third message it is the channel's binding.
   */
  get payloadHash(): Buffer {
    return this.#payloadHash;
  }

  /** The initiator's static key, known from the third message on. */
  get remoteStatic(): Uint8Array | undefined {
    return this.#remoteStatic;
  }

  /**
   * Reads the initiator's next message, the first (`e`) or the third (`s se`), and returns its payload.
   *
   * @throws NoiseError for anything else
   */
  read(message: Uint8Array): Uint8Array {
    if (this.#messages !== 0 && this.#messages !== 2) throw outOfTurn();
    if (message.length > handshakeBytesMax) throw new NoiseError("a message of a handshake is too long");
    const encryptedPayload = this.#messages === 0 ? this.#readEphemeral(message) : this.#readStatic(message);
    this.#payloadHash = this.#symmetric.hash;
    const payload = this.#symmetric.decryptAndHash(encryptedPayload);
    this.#messages += 1;
    return payload;
  }

  /** Writes the second message: `e ee s es`. */
  write(payload: Uint8Array): Buffer {
    if (this.#messages !== 1) throw outOfTurn();
    const { staticKey, ephemeralKey } = this.#deps;
    const symmetric = this.#symmetric;
    const ephemeral = ephemeralKey ?? newKeyPair();
    this.#ephemeral = ephemeral;
    symmetric.mixHash(ephemeral.publicKey);
    symmetric.mixKey(agree(ephemeral, this.#remoteEphemeral));
    const encryptedKey = symmetric.encryptAndHash(staticKey.publicKey);
    symmetric.mixKey(agree(staticKey, this.#remoteEphemeral));
    this.#payloadHash = symmetric.hash;
    const message = Buffer.concat([ephemeral.publicKey, encryptedKey, symmetric.encryptAndHash(payload)]);
    if (message.length > handshakeBytesMax) throw new NoiseError("a message of a handshake is too long");
    this.#messages += 1;
    return message;
  }

  /** Returns the transport that follows the third message. */
  split(): NoiseTransport {
    if (this.#messages !== 3) throw new NoiseError("the handshake is not over");
    const [ofInitiator, ofResponder] = this.#symmetric.split();
    return new NoiseTransport(ofResponder, ofInitiator);
  }

  #readEphemeral(message: Uint8Array): Uint8Array {
    this.#remoteEphemeral = prefix(message, dhBytes);
    this.#symmetric.mixHash(this.#remoteEphemeral);
    return message.subarray(dhBytes);
  }

  #readStatic(message: Uint8Array): Uint8Array {
    const keyBytes = dhBytes + tagBytes;
    this.#remoteStatic = this.#symmetric.decryptAndHash(prefix(message, keyBytes));
    this.#symmetric.mixKey(agree(this.#ephemeral as KeyPair, this.#remoteStatic));
    return message.subarray(keyBytes);
  }
}

/** Copies the first bytes of a message. */
function prefix(message: Uint8Array, length: number): Uint8Array {
  if (message.length < length) throw new NoiseError("a message of a handshake is too short");
  return Uint8Array.prototype.slice.call(message, 0, length);
}

function outOfTurn(): NoiseError {
  return new NoiseError("this message is out of turn");
}
