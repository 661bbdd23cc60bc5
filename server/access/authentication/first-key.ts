import { randomUUID } from "node:crypto";
import type { Alongside } from "../../core/alongside.ts";
import type { Keys } from "../domain/keys.ts";
import { digestOf, type MintedKey } from "./api-key.ts";

export interface FirstKeyDeps {
  readonly keys: Keys;
  /** Secret chosen by the operator. */
  readonly bootstrapApiKey: string | undefined;
  readonly mint: () => MintedKey;
  /** Prepares the record of a key with the given id. */
  readonly record?: ((id: string) => Promise<Alongside>) | undefined;
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
export async function ensureFirstKey(deps: FirstKeyDeps): Promise<string | undefined> {
  const { keys, bootstrapApiKey } = deps;
  if (bootstrapApiKey !== undefined) {
    await ensureChosenKey(deps, digestOf(bootstrapApiKey));
    return undefined;
  }
  if (!(await keys.isEmpty())) return undefined;
  const { secret, digest } = deps.mint();
  await createKey(deps, "operator", digest);
  return secret;
}

async function createKey({ keys, record, now = Date.now }: FirstKeyDeps, name: string, digest: Uint8Array) {
  const key = operatorKey(name, new Date(now()));
  await keys.create(key, digest, Number.POSITIVE_INFINITY, await record?.(key.id));
}

async function ensureChosenKey(deps: FirstKeyDeps, digest: Uint8Array): Promise<void> {
  const { keys } = deps;
  if ((await keys.findByDigest(digest)) !== undefined) return;
  try {
    await createKey(deps, "bootstrap", digest);
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
