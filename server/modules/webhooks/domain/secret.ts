import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { Webhook } from "./webhook.ts";

/** Derives the secret of an endpoint from that of the service: 32 bytes, others for each generation. */
export function secretOf(master: Uint8Array, id: string, generation: number): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "", `webhook ${id} ${generation}`, 32));
}

/** Writes a secret as its receiver keeps it. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** The secrets with which a delivery is signed: the current one, and the one before during the overlap. */
export type SigningSecrets = (nowMs: number) => readonly KeyObject[];

/** Derives the secrets of an endpoint, once for all of its deliveries. */
export function signingSecrets(
  master: Uint8Array,
  { id, generation, overlapUntilMs }: Pick<Webhook, "id" | "generation" | "overlapUntilMs">,
): SigningSecrets {
  const keyOf = (generation: number) => createSecretKey(secretOf(master, id, generation));
  const secrets = [keyOf(generation)];
  const overlapping = generation > 1 ? [...secrets, keyOf(generation - 1)] : secrets;
  return (nowMs) => (nowMs < overlapUntilMs ? overlapping : secrets);
}
