import { endpoints, subprotocols } from "./endpoint.ts";
import { type KeyPair, keyPairOfBytes } from "./key-pair.ts";
import { protocolName } from "./responder.ts";

/** The channel's static key, signed by the service. */
export interface StaticKey {
  readonly pair: KeyPair;
  /** Returns the service's newest signature of the public key. */
  signed(): Promise<Signed>;
  /** Returns the document from which clients learn the key to pin, as JSON. */
  document(): Promise<string>;
}

export interface Signed {
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Creates the static key from its 32 private bytes. `sign` signs the public key for the purpose `channel`. */
export function createStaticKey(privateBytes: Uint8Array, sign: (publicKey: Uint8Array) => Promise<Signed>): StaticKey {
  const pair = keyPairOfBytes(privateBytes);
  const signed = () => sign(pair.publicKey);
  return {
    pair,
    signed,
    async document() {
      const { keyId, signature } = await signed();
      return JSON.stringify({
        protocols: Array.from(subprotocols, ([subprotocol, cipher]) => ({
          subprotocol,
          protocol: protocolName(cipher),
        })),
        endpoints,
        static_key: pair.publicKey.toString("base64url"),
        key_id: keyId,
        signature: Buffer.from(signature).toString("base64url"),
      });
    },
  };
}
