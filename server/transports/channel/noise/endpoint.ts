import { aesGcm } from "./aes-gcm.ts";
import { chaChaPoly } from "./chacha-poly.ts";
import type { Cipher } from "./cipher.ts";

/** A path at which channels are opened. */
export interface Endpoint {
  readonly path: string;
  /** On the highest level only a rotating token that was made for the channel opens it. */
  readonly level: "high" | "highest";
}

/** The subprotocols of WebSocket that are spoken on all of them. They differ by their cipher, and by nothing else. */
export const subprotocols: ReadonlyMap<string, Cipher> = new Map([
  ["wallet.v1", aesGcm],
  ["wallet.v1.chachapoly", chaChaPoly],
]);

export const endpoints: readonly Endpoint[] = [
  { path: "/channel/wallet", level: "high" },
  { path: "/channel/identity", level: "high" },
  { path: "/channel/dragon-wallet", level: "highest" },
];

/** What a handshake begins with on both sides: so none is carried over to another endpoint. */
export function prologueOf({ path }: Endpoint): Buffer {
  return Buffer.from(`platonic channel v1 ${path}`, "ascii");
}
