import { createSecretKey, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import { keyBytes } from "./aes-gcm.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { type Owner, ownerName } from "./context.ts";
import { unwrapDataKey, wrapDataKey } from "./data-key-wrapping.ts";
import type { KeyRing } from "./key-ring.ts";
import type { DataKeyRecord, VaultRecords } from "./records.ts";
import { isDue } from "./rotation-period.ts";
import type { VersionedKey } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** Keys that seal values. */
export interface DataKeys {
  /** Returns the key for new values of an owner; creates one if there is none or the newest is due for rotation. */
  current(owner: Owner): Promise<VersionedKey>;
  /** Rejects with VaultError "refused" if there is no such key. */
  find(owner: Owner, version: number): Promise<VersionedKey>;
  clear(): void;
}

type OpenKey = VersionedKey & { readonly createdAt: Date };

/** Size of each of the two caches of opened keys: some megabytes. */
const cachedKeys = 4_096;

/** Retries under optimistic concurrency. */
const attempts = 8;

export function createDataKeys(ring: KeyRing, records: VaultRecords, now: () => number): DataKeys {
  const newest = createBoundedCache<OpenKey>(cachedKeys);
  const versions = createBoundedCache<OpenKey>(cachedKeys);

  async function findOrMake(owner: Owner): Promise<OpenKey> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const record = await records.dataKey(owner);
      if (record !== undefined && !isDue(record.createdAt, now())) return open(record);
      const made = await make(owner, (record?.version ?? 0) + 1);
      if (made !== undefined) return made;
      await ring.reload();
    }
    throw new VaultError("contended");
  }

  async function make({ identity, purpose }: Owner, version: number): Promise<OpenKey | undefined> {
    const place = { id: randomUUID(), version, identity, purpose };
    const createdAt = new Date(now());
    const wrapping = ring.active();
    const bytes = randomBytes(keyBytes);
    const wrappedKey = wrapDataKey(wrapping, place, bytes);
    const key = keyFrom(bytes);
    const record = { ...place, keyEncryptionKeyVersion: wrapping.version, wrappedKey, createdAt };
    return (await records.addDataKey(record)) ? { version, createdAt, key } : undefined;
  }

  async function open(found: DataKeyRecord): Promise<OpenKey> {
    let record: DataKeyRecord | undefined = found;
    for (let attempt = 0; attempt < attempts && record !== undefined; attempt++) {
      const wrapping = ring.find(record.keyEncryptionKeyVersion);
      if (wrapping !== undefined) {
        const key = keyFrom(unwrapDataKey(wrapping, record, record.wrappedKey));
        return { version: record.version, createdAt: record.createdAt, key };
      }
      // Another process has rotated: the key is not loaded here yet, or the record is outdated.
      await ring.reload();
      record = await records.dataKey(record, record.version);
    }
    throw new VaultError("refused");
  }

  return {
    async current(owner) {
      const name = ownerName(owner);
      const key = await newest.get(name, () => findOrMake(owner));
      if (!isDue(key.createdAt, now())) return key;
      newest.drop(name);
      return newest.get(name, () => findOrMake(owner));
    },
    async find(owner, version) {
      return versions.get(`${ownerName(owner)}\n${version}`, async () => {
        const record = await records.dataKey(owner, version);
        if (record === undefined) throw new VaultError("refused");
        return open(record);
      });
    },
    clear() {
      newest.clear();
      versions.clear();
    },
  };
}

/** Moves a key out of the JavaScript heap; zeroes the bytes. */
function keyFrom(bytes: Uint8Array): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}
