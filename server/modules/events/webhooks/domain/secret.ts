import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { EarlierSecret, Webhook } from "./webhook.ts";

/** Derives the secret of an endpoint from that of the service: 32 bytes, different for each generation. */
export function secretOf(master: Uint8Array, id: string, generation: number): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "", `webhook ${id} ${generation}`, 32));
}

/** Encodes a secret for its receiver. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** Most earlier secrets in use at once: each adds a signature to each delivery. */
export const earlierSecretsMax = 4;

/** Returns the earlier secrets that are still in use. */
export function inUse(secrets: readonly EarlierSecret[], nowMs: number): EarlierSecret[] {
  return secrets.filter(({ untilMs }) => nowMs < untilMs);
}

/** Returns the secrets with which a delivery is signed: the current one, and earlier ones until their ends. */
export type SigningSecrets = (nowMs: number) => readonly KeyObject[];

/** Derives the secrets of an endpoint once for all of its deliveries. */
export function signingSecrets(
  master: Uint8Array,
  { id, generation, earlierSecrets }: Pick<Webhook, "id" | "generation" | "earlierSecrets">,
): SigningSecrets {
  const keyOf = (generation: number) => createSecretKey(secretOf(master, id, generation));
  const current = keyOf(generation);
  const earlier = earlierSecrets.map((secret) => ({ key: keyOf(secret.generation), untilMs: secret.untilMs }));
  return (nowMs) => [current, ...earlier.filter(({ untilMs }) => nowMs < untilMs).map(({ key }) => key)];
}
