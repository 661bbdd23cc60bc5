import { createSecretKey, randomBytes } from "node:crypto";
import { keyBytes } from "./aes-gcm.ts";
import type { KeyEncryptionKeyRecord, VaultRecords } from "./records.ts";
import type { CheckedRoot, RootContext, RootKey } from "./root-key.ts";
import type { VersionedKey } from "./sealed.ts";
import { VaultError } from "./vault-error.ts";

/** The opened key-encryption keys. */
export interface KeyRing {
  /** Returns the key that wraps. */
  active(): VersionedKey & { readonly createdAt: Date };
  /** Returns the versions that only unwrap. */
  decryptOnly(): number[];
  /** Returns undefined for a key that is destroyed, or not loaded yet. */
  find(version: number): VersionedKey | undefined;
  /** Reloads the keys, which other processes may have changed. Rejects with "root-changed" if another root wraps them. */
  reload(): Promise<void>;
  /** Replaces the active key, unless another process has done so. Rejects with "root-changed" as well. */
  replaceActive(): Promise<void>;
  /** Whether the root that opened the keys is still the one that wraps them. */
  isSameRoot(): Promise<boolean>;
  /** Drops the keys from memory. */
  clear(): void;
}

type OpenKey = VersionedKey & KeyEncryptionKeyRecord;

/** Opens the stored keys, and creates the first one if there is none. */
export async function openKeyRing(
  { root, check }: CheckedRoot,
  records: VaultRecords,
  now: () => number,
): Promise<KeyRing> {
  let keys: readonly OpenKey[] = [];
  const find = (version: number) => keys.find((key) => key.version === version);

  function active(): OpenKey {
    const key = keys.find(({ state }) => state === "active");
    if (key === undefined) throw new VaultError("refused");
    return key;
  }

  async function open(record: KeyEncryptionKeyRecord): Promise<OpenKey> {
    const known = find(record.version);
    if (known !== undefined) return { ...record, key: known.key };
    const bytes = await unwrapKey(root, record).catch(async (error: unknown) => {
      await requireSameRoot();
      throw error;
    });
    const key = createSecretKey(bytes);
    bytes.fill(0);
    return { ...record, key };
  }

  async function reload(): Promise<void> {
    const usable = (await records.keyEncryptionKeys()).filter(({ state }) => state !== "destroyed");
    const opened = await Promise.all(usable.map(open));
    // Of two concurrent reloads, the older one may finish last.
    if ((opened.at(-1)?.version ?? 0) >= (keys.at(-1)?.version ?? 0)) keys = opened;
  }

  async function replaceActive(): Promise<void> {
    const previous = keys.length === 0 ? undefined : active().version;
    const isStored = await records.replaceActiveKey(previous, await newKey(root, (previous ?? 0) + 1, now()), check);
    if (!isStored) await requireSameRoot();
    await reload();
  }

  async function isSameRoot(): Promise<boolean> {
    const stored = (await records.root())?.check;
    return stored !== undefined && Buffer.from(stored).equals(check);
  }

  async function requireSameRoot(): Promise<void> {
    if (!(await isSameRoot())) throw new VaultError("root-changed");
  }

  await reload();
  if (keys.length === 0) await replaceActive();
  active();
  return {
    active,
    find,
    reload,
    replaceActive,
    isSameRoot,
    decryptOnly: () => keys.filter(({ state }) => state === "decrypt-only").map(({ version }) => version),
    clear() {
      keys = [];
    },
  };
}

/** Makes a random key-encryption key. */
async function newKey(root: RootKey, version: number, nowMs: number): Promise<KeyEncryptionKeyRecord> {
  const bytes = randomBytes(keyBytes);
  try {
    const wrappedKey = await wrapKey(root, version, bytes);
    return { version, state: "active", wrappedKey, createdAt: new Date(nowMs), destroyedAt: undefined };
  } finally {
    bytes.fill(0);
  }
}

/** Unwraps a key-encryption key, which the caller zeroes. */
async function unwrapKey(root: RootKey, { version, wrappedKey }: KeyEncryptionKeyRecord): Promise<Uint8Array> {
  if (wrappedKey === undefined) throw new VaultError("refused");
  return root.unwrap(wrappedKey, contextOf(version));
}

/** Wraps a key-encryption key that another root has wrapped. */
export async function rewrapKey(from: RootKey, to: RootKey, record: KeyEncryptionKeyRecord): Promise<Uint8Array> {
  const bytes = await unwrapKey(from, record);
  try {
    return await wrapKey(to, record.version, bytes);
  } finally {
    bytes.fill(0);
  }
}

function wrapKey(root: RootKey, version: number, bytes: Uint8Array): Promise<Uint8Array> {
  return root.wrap(bytes, contextOf(version));
}

function contextOf(version: number): RootContext {
  return {
    kind: "key-encryption-key",
    table: "vault_key_encryption_keys",
    column: "wrapped_key",
    row: String(version),
    identity: "vault",
    purpose: "key-encryption",
  };
}
