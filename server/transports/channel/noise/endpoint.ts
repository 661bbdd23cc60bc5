import { aesGcm } from "./aes-gcm.ts";
import { chaChaPoly } from "./chacha-poly.ts";
import type { Cipher } from "./cipher.ts";

/** A path where channels are opened. */
export interface Endpoint {
  readonly path: string;
  /** The highest level is opened only by a rotating token that is bound to the channel. */
  readonly level: "high" | "highest";
}

/** WebSocket subprotocols of every endpoint, which differ only in their cipher. */
export const subprotocols: ReadonlyMap<string, Cipher> = new Map([
  ["wallet.v1", aesGcm],
  ["wallet.v1.chachapoly", chaChaPoly],
]);

export const endpoints: readonly Endpoint[] = [
  { path: "/channel/wallet", level: "high" },
  { path: "/channel/identity", level: "high" },
  { path: "/channel/dragon-wallet", level: "highest" },
];

/** Prologue of a handshake, which ties it to the endpoint. */
export function prologueOf({ path }: Endpoint): Buffer {
  return Buffer.from(`platonic channel v1 ${path}`, "ascii");
}
