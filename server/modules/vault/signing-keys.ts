import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign as signWith } from "node:crypto";
import type { SealedContext } from "../../core/sealed-column.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import type { Owner } from "./context.ts";
import type { DataKeys } from "./data-keys.ts";
import type { SigningKeyRecord, VaultRecords } from "./records.ts";
import { keyVersionOf, openBytes, sealBytes } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** Private signing keys, which never leave the vault. */
export interface SigningKeys {
  create(owner: Owner): Promise<NewSigningKey>;
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  destroy(keyId: string, transaction?: object): Promise<boolean>;
  clear(): void;
}

export interface NewSigningKey {
  readonly keyId: string;
  /** 32 bytes (RFC 8032). */
  readonly publicKey: Uint8Array;
  /** Stores the key in the transaction that stores its use, or in a separate one. Before that it cannot sign. */
  readonly storing: (transaction?: object) => Promise<void>;
}

interface OpenKey {
  readonly privateKey: KeyObject;
  /** Time at which the key was last known to exist: milliseconds since 1970. */
  seenAt: number;
}

/** Size of the cache of opened keys: some megabytes. */
const cachedKeys = 4_096;

/** Longest delay before a key that another process has destroyed stops signing. */
const trustedMs = 1_000;

/** Length of the DER prefix of an Ed25519 public key in its SubjectPublicKeyInfo (RFC 8410). */
const publicKeyPrefixBytes = 12;

export function createSigningKeys(dataKeys: DataKeys, records: VaultRecords, now: () => number): SigningKeys {
  const cache = createBoundedCache<OpenKey>(cachedKeys);
  const isTrusted = (key: OpenKey) => Math.abs(now() - key.seenAt) < trustedMs;

  async function load(keyId: string): Promise<OpenKey> {
    const seenAt = now();
    const record = await findInUse(keyId);
    const dataKey = await dataKeys.find(record, keyVersionOf(record.sealedPrivateKey));
    const bytes = openBytes(dataKey, "signing-key", contextOf(record), record.sealedPrivateKey);
    try {
      return { privateKey: createPrivateKey({ key: bytes as Buffer, format: "der", type: "pkcs8" }), seenAt };
    } finally {
      bytes.fill(0);
    }
  }

  async function findInUse(keyId: string): Promise<SigningKeyRecord & { sealedPrivateKey: Uint8Array }> {
    const record = await records.signingKey(keyId);
    if (record?.sealedPrivateKey === undefined || record.destroyedAt !== undefined) {
      cache.drop(keyId);
      throw new VaultError("key-unknown");
    }
    return { ...record, sealedPrivateKey: record.sealedPrivateKey };
  }

  async function use(keyId: string): Promise<KeyObject> {
    const key = await cache.get(keyId, () => load(keyId));
    if (!isTrusted(key)) {
      const seenAt = now();
      await findInUse(keyId);
      key.seenAt = seenAt;
    }
    return key.privateKey;
  }

  return {
    async create({ identity, purpose }) {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const place = { id: randomUUID(), identity, purpose };
      const dataKey = await dataKeys.current(place);
      const bytes = privateKey.export({ format: "der", type: "pkcs8" });
      const sealedPrivateKey = sealBytes(dataKey, "signing-key", contextOf(place), bytes);
      bytes.fill(0);
      const rawPublicKey = publicKey.export({ format: "der", type: "spki" }).subarray(publicKeyPrefixBytes);
      const record = { ...place, publicKey: rawPublicKey, sealedPrivateKey, createdAt: new Date(now()) };
      return {
        keyId: place.id,
        publicKey: Uint8Array.from(rawPublicKey),
        storing: (transaction) => records.addSigningKey({ ...record, destroyedAt: undefined }, transaction),
      };
    },

    async sign(keyId, bytes) {
      const cached = cache.peek(keyId);
      const key = cached !== undefined && isTrusted(cached) ? cached.privateKey : await use(keyId);
      return signWith(null, bytes, key);
    },

    async destroy(keyId, transaction) {
      const wasInUse = await records.destroySigningKey(keyId, new Date(now()), transaction);
      // Dropped after the destruction: otherwise a concurrent load could cache the key again.
      cache.drop(keyId);
      return wasInUse;
    },

    clear: () => cache.clear(),
  };
}

function contextOf({ id, identity, purpose }: Owner & { id: string }): SealedContext {
  return { table: "vault_signing_keys", column: "sealed_private_key", row: id, identity, purpose };
}
