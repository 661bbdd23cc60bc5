import { randomUUID } from "node:crypto";
import type { Keys } from "../domain/keys.ts";
import { digestOf, mintApiKey } from "./api-key.ts";

export interface FirstKeyDeps {
  readonly keys: Keys;
  /** Secret chosen by the operator. */
  readonly bootstrapApiKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Ensures that a new service can be administered.
 *
 * With a secret chosen by the operator, ensures that a key with that secret exists; a revoked one stays revoked.
 * Without, creates a key if there never was one. These keys have every permission, under the plan `operator`.
 *
 * @returns the secret of a key whose secret was generated here, to be shown once
 */
export async function ensureFirstKey({
  keys,
  bootstrapApiKey,
  now = Date.now,
}: FirstKeyDeps): Promise<string | undefined> {
  if (bootstrapApiKey !== undefined) {
    await ensureChosenKey(keys, digestOf(bootstrapApiKey), new Date(now()));
    return undefined;
  }
  if (!(await keys.isEmpty())) return undefined;
  const { secret, digest } = mintApiKey();
  await keys.create(operatorKey("operator", new Date(now())), digest);
  return secret;
}

async function ensureChosenKey(keys: Keys, digest: Uint8Array, at: Date): Promise<void> {
  if ((await keys.findByDigest(digest)) !== undefined) return;
  try {
    await keys.create(operatorKey("bootstrap", at), digest);
  } catch (error) {
    // Another process that started at the same time may have created it.
    if ((await keys.findByDigest(digest)) === undefined) throw error;
  }
}

function operatorKey(name: string, createdAt: Date) {
  return {
    id: randomUUID(),
    name,
    plan: "operator",
    permissions: ["*"],
    createdAt,
    lastUsedAt: undefined,
    revokedAt: undefined,
    identityId: "",
  };
}
