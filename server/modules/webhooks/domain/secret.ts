import { hkdfSync } from "node:crypto";
import type { Webhook } from "./webhook.ts";

/** Derives the secret of an endpoint from that of the service: 32 bytes, others for each generation. */
export function secretOf(master: Uint8Array, id: string, generation: number): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "", `webhook ${id} ${generation}`, 32));
}

/** Writes a secret as its receiver keeps it. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** Returns the secrets with which a delivery is signed: the current one, and the one before during the overlap. */
export function signingSecrets(
  master: Uint8Array,
  { id, generation, overlapUntilMs }: Pick<Webhook, "id" | "generation" | "overlapUntilMs">,
  nowMs: number,
): Buffer[] {
  const current = secretOf(master, id, generation);
  return nowMs < overlapUntilMs && generation > 1 ? [current, secretOf(master, id, generation - 1)] : [current];
}
