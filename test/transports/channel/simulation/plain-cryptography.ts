import { hash, randomBytes } from "node:crypto";
import { NoiseError } from "../../../../server/transports/channel/noise/noise-error.ts";

/**
 * Replaces the cryptography of both sides, which has tests of its own. Here it would take most of the time, on threads
 * whose order is not deterministic. The state machines must detect repeated messages, which no cipher refuses here.
 */

const keyBytes = 32;

interface HandshakeDeps {
  readonly staticKey: { readonly publicKey: Uint8Array };
}

/** A transport without encryption. */
const noKeys = { rekeyOutgoing: () => {}, rekeyIncoming: () => {} };
const transport = { ...noKeys, encrypt: (plain: Uint8Array) => plain, decrypt: (plain: Uint8Array) => plain };

/** The server's side of a handshake: the first message is the channel binding, the others begin with a static key. */
export class Responder {
  readonly #deps: HandshakeDeps;
  payloadHash: Buffer = Buffer.alloc(0);
  remoteStatic: Uint8Array | undefined;

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
  }

  read(message: Uint8Array): Uint8Array {
    if (message.length < keyBytes) throw new NoiseError("a message of a handshake is too short");
    const first = message.subarray(0, keyBytes);
    if (this.payloadHash.length === 0) this.payloadHash = Buffer.from(first);
    else this.remoteStatic = first;
    return message.subarray(keyBytes);
  }

  write(payload: Uint8Array): Buffer {
    return Buffer.concat([this.#deps.staticKey.publicKey, payload]);
  }

  split() {
    return transport;
  }
}

/** The client's side of a handshake. */
export class Initiator {
  readonly #deps: HandshakeDeps;
  readonly hash = randomBytes(keyBytes);
  remoteStatic: Uint8Array = Buffer.alloc(0);

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
  }

  async hello(): Promise<Uint8Array> {
    return this.hash;
  }

  async readHello(message: Uint8Array): Promise<Uint8Array> {
    this.remoteStatic = message.subarray(0, keyBytes);
    return message.subarray(keyBytes);
  }

  async begin(): Promise<void> {}

  async introduce(payload: Uint8Array): Promise<Uint8Array> {
    return Buffer.concat([this.#deps.staticKey.publicKey, payload]);
  }

  async split() {
    const same = async (plain: Uint8Array) => plain;
    return { ...noKeys, encrypt: same, decrypt: same };
  }
}

/** Returns a signature of Ed25519's length, which anyone with the public key can make. */
export function signature(message: Uint8Array, publicKey: Uint8Array): Buffer {
  return hash("sha512", Buffer.concat([publicKey, message]), "buffer");
}

export async function isSignature(message: Uint8Array, publicKey: Uint8Array, given: Uint8Array): Promise<boolean> {
  return signature(message, publicKey).equals(given);
}
