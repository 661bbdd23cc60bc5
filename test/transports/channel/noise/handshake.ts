import { type Cipher, tagBytes } from "../../../../server/transports/channel/noise/cipher.ts";
import { agree, dhBytes, type KeyPair, newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { NoiseError } from "../../../../server/transports/channel/noise/noise-error.ts";
import { SymmetricState } from "../../../../server/transports/channel/noise/symmetric-state.ts";
import { NoiseTransport } from "../../../../server/transports/channel/noise/transport.ts";

/** Longest message of a handshake (Noise, revision 34, section 3). */
const handshakeBytesMax = 65_535;

type Token = "e" | "s" | "ee" | "es" | "se" | "ss";

/** Tokens of each message, the initiator's first (section 7.5). */
const patterns = {
  XX: { knowsResponder: false, messages: [["e"], ["e", "ee", "s", "es"], ["s", "se"]] },
  IK: {
    knowsResponder: true,
    messages: [
      ["e", "es", "s", "ss"],
      ["e", "ee", "se"],
    ],
  },
} as const satisfies Record<string, { readonly knowsResponder: boolean; readonly messages: readonly Token[][] }>;

/** Name of the Noise protocol, which both sides hash first (section 8). */
function protocolName(pattern: keyof typeof patterns, { name }: Cipher): string {
  return `Noise_${pattern}_25519_${name}_SHA256`;
}

export interface HandshakeDeps {
  readonly pattern: keyof typeof patterns;
  readonly cipher: Cipher;
  readonly isInitiator: boolean;
  /** Data that both sides must agree on before they begin. */
  readonly prologue: Uint8Array;
  readonly staticKey: KeyPair;
  /** The responder's public key, if the pattern requires the initiator to know it. */
  readonly remoteStatic?: Uint8Array;
  /** Generated if absent. */
  readonly ephemeralKey?: KeyPair;
}

/**
 * One side of a Noise handshake (revision 34, section 5.3) over X25519 and SHA-256. In tests it is the peer of the
 * service, and both sides for patterns that the service does not use. The sides write and read messages in turns.
 */
export class Handshake {
  readonly #deps: HandshakeDeps;
  readonly #symmetric: SymmetricState;
  #ephemeral: KeyPair | undefined;
  #remoteEphemeral: Uint8Array | undefined;
  #remoteStatic: Uint8Array | undefined;
  /** Number of finished messages. */
  #done = 0;
  /** Bytes of the next message's tokens, if they are written already. */
  #begun: Uint8Array | undefined;
  #payloadHash: Buffer;

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
    this.#symmetric = new SymmetricState(protocolName(deps.pattern, deps.cipher), deps.cipher);
    this.#symmetric.mixHash(deps.prologue);
    this.#remoteStatic = deps.remoteStatic;
    if (patterns[deps.pattern].knowsResponder) {
      this.#symmetric.mixHash(deps.isInitiator ? known(deps.remoteStatic) : deps.staticKey.publicKey);
    }
    this.#payloadHash = this.#symmetric.hash;
  }

  /** Hash of the whole handshake so far: 32 bytes. */
  get hash(): Buffer {
    return this.#symmetric.hash;
  }

  /**
   * Hash that authenticates the payload of the current message, or of the last one: 32 bytes, the same on both sides.
   * It covers all earlier keys and payloads. `begin` makes it known before the payload is written.
   */
  get payloadHash(): Buffer {
    return this.#payloadHash;
  }

  /** The other side's static key, once it is known. */
  get remoteStatic(): Uint8Array | undefined {
    return this.#remoteStatic;
  }

  /** Writes the tokens of the next message, so that its payload can name the `payloadHash`. */
  begin(): void {
    const tokens = this.#turn(true);
    if (this.#begun !== undefined) throw new NoiseError("the message is begun already");
    this.#begun = Buffer.concat(tokens.map((token) => this.#writeToken(token)));
    this.#payloadHash = this.#symmetric.hash;
  }

  /** Writes the next message. */
  write(payload: Uint8Array): Buffer {
    if (this.#begun === undefined) this.begin();
    const message = Buffer.concat([this.#begun as Uint8Array, this.#symmetric.encryptAndHash(payload)]);
    if (message.length > handshakeBytesMax) throw new NoiseError("a message of a handshake is too long");
    this.#begun = undefined;
    this.#done += 1;
    return message;
  }

  /**
   * Reads the other side's message and returns its payload.
   *
   * @throws NoiseError for anything but the next message
   */
  read(message: Uint8Array): Uint8Array {
    const tokens = this.#turn(false);
    if (message.length > handshakeBytesMax) throw new NoiseError("a message of a handshake is too long");
    let rest = message;
    const take = (length: number) => {
      if (rest.length < length) throw new NoiseError("a message of a handshake is too short");
      const taken = Uint8Array.prototype.slice.call(rest, 0, length);
      rest = rest.subarray(length);
      return taken;
    };
    for (const token of tokens) this.#readToken(token, take);
    this.#payloadHash = this.#symmetric.hash;
    const payload = this.#symmetric.decryptAndHash(rest);
    this.#done += 1;
    return payload;
  }

  /** Returns the transport that follows the last message. */
  split(): NoiseTransport {
    if (this.#done !== patterns[this.#deps.pattern].messages.length) {
      throw new NoiseError("the handshake is not over");
    }
    const [ofInitiator, ofResponder] = this.#symmetric.split();
    return this.#deps.isInitiator
      ? new NoiseTransport(ofInitiator, ofResponder)
      : new NoiseTransport(ofResponder, ofInitiator);
  }

  #turn(toWrite: boolean): readonly Token[] {
    const tokens = patterns[this.#deps.pattern].messages[this.#done];
    const isOurs = this.#deps.isInitiator === (this.#done % 2 === 0);
    if (tokens === undefined || isOurs !== toWrite) throw new NoiseError("this message is out of turn");
    return tokens;
  }

  #writeToken(token: Token): Uint8Array {
    if (token === "e") {
      this.#ephemeral = this.#deps.ephemeralKey ?? newKeyPair();
      this.#symmetric.mixHash(this.#ephemeral.publicKey);
      return this.#ephemeral.publicKey;
    }
    if (token === "s") return this.#symmetric.encryptAndHash(this.#deps.staticKey.publicKey);
    this.#agreeOn(token);
    return new Uint8Array();
  }

  #readToken(token: Token, take: (length: number) => Uint8Array): void {
    if (token === "e") {
      this.#remoteEphemeral = take(dhBytes);
      this.#symmetric.mixHash(this.#remoteEphemeral);
    } else if (token === "s") {
      const sealed = take(this.#symmetric.isKeyed ? dhBytes + tagBytes : dhBytes);
      this.#remoteStatic = this.#symmetric.decryptAndHash(sealed);
    } else {
      this.#agreeOn(token);
    }
  }

  /** Mixes the secret of two keys: the first letter names the initiator's, the second the responder's. */
  #agreeOn(token: "ee" | "es" | "se" | "ss"): void {
    const { isInitiator, staticKey } = this.#deps;
    const [ours, theirs] = isInitiator ? [token[0], token[1]] : [token[1], token[0]];
    const pair = ours === "e" ? (this.#ephemeral as KeyPair) : staticKey;
    const remote = theirs === "e" ? this.#remoteEphemeral : this.#remoteStatic;
    this.#symmetric.mixKey(agree(pair, known(remote)));
  }
}

function known(key: Uint8Array | undefined): Uint8Array {
  if (key === undefined) throw new NoiseError("the other side's key is not known");
  return key;
}
