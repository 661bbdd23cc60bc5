import type { SealedContext } from "../../core/sealed-column.ts";
import type { Owner } from "./context.ts";
import { createDataKeys } from "./data-keys.ts";
import { type KeyRing, openKeyRing } from "./key-ring.ts";
import type { VaultRecords } from "./records.ts";
import { checkRoot, type RootKey } from "./root-key.ts";
import { createRotation, type RotationStep } from "./rotation.ts";
import { rotationPeriodMs } from "./rotation-period.ts";
import { keyVersionOf, openBytes, sealBytes } from "./sealed.ts";
import { createSigningKeys, type NewSigningKey } from "./signing-keys.ts";
import { VaultError } from "./vault-error.ts";

/**
 * Protects secrets of identities: seals values for the database, and signs with keys that never leave it. No method returns
 * a key.
 *
 * Every method rejects with VaultError: "closed" after `close`, "context-invalid" for an invalid context, and the reasons
 * it documents. Errors of the database pass through.
 */
export interface Vault {
  /** Encrypts bytes without zeroing them. The result is 33 bytes longer, and opens only in the same context. */
  seal(context: SealedContext, bytes: Uint8Array): Promise<Uint8Array>;
  /**
   * Decrypts sealed bytes. The caller zeroes them after use.
   * "refused" if a byte or any part of the context differs.
   */
  open(context: SealedContext, sealed: Uint8Array): Promise<Uint8Array>;
  /** Makes an Ed25519 key pair of the owner, which the vault keeps once its `storing` has run. */
  createSigningKey(owner: Owner): Promise<NewSigningKey>;
  /**
   * Returns the Ed25519 signature, 64 bytes, of exactly these bytes. "key-unknown" if there is no such key, or it is
   * destroyed: takes effect at once in this process, and within a second in others or if the transaction of another
   * change destroyed it.
   */
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  /**
   * Erases the private key irrevocably, in the transaction that ends its use, or in a separate one. Returns false if no
   * such key is in use.
   */
  destroyKey(keyId: string, transaction?: object): Promise<boolean>;
  /**
   * Replaces the active key-encryption key if it is 30 days old, and finishes an interrupted rotation. Returns whether a
   * rotation was due. Called periodically; can be retried after any failure.
   */
  rotateIfDue(): Promise<boolean>;
  /**
   * Replaces the active key-encryption key now, for example because it may have leaked.
   * "root-changed" if the passphrase was changed meanwhile, for this and `rotateIfDue`.
   */
  rotateNow(): Promise<void>;
  status(): Promise<VaultStatus>;
  /** Whether the vault still has the passphrase with which this process opened it. */
  hasSamePassphrase(): Promise<boolean>;
  /** Stops a rotation after its current batch, and drops all keys from memory. */
  close(): Promise<void>;
}

export interface VaultStatus {
  /** Version of the key-encryption key that wraps data keys. */
  readonly activeVersion: number;
  readonly activeSince: Date;
  readonly rotationDueAt: Date;
  /** Versions that are not fully replaced yet, with the number of data keys that each still wraps. */
  readonly decryptOnly: readonly { readonly version: number; readonly dataKeys: number }[];
}

/** Steps after which a process may crash: every record remains readable, and the next start continues. */
export type VaultStep = "root-checked" | "keys-opened" | RotationStep;

export interface VaultOptions {
  readonly root: RootKey;
  readonly records: VaultRecords;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with errors of damaged records, and of an interrupted rotation that `openVault` resumes. */
  readonly report?: (error: unknown) => void;
  /** For tests: a throw stops the operation after this step, as a crash would. */
  readonly afterStep?: (step: VaultStep) => void;
}

/**
 * Opens the vault, and creates it if there is none. An interrupted rotation continues in the background.
 *
 * @throws VaultError "wrong-root" if the root is not that of the vault; "refused" if a
 * key-encryption key is damaged
 */
export async function openVault({ root, records, now, ...hooks }: VaultOptions): Promise<Vault> {
  const { report = () => undefined, afterStep = () => undefined } = hooks;
  const checked = await checkRoot(root, records);
  afterStep("root-checked");
  const ring = await openKeyRing(checked, records, now);
  afterStep("keys-opened");
  const dataKeys = createDataKeys(ring, records, now);
  const signingKeys = createSigningKeys(dataKeys, records, now);
  const rotation = createRotation({ ring, records, now, report, afterStep });
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw new VaultError("closed");
  }

  if (ring.decryptOnly().length > 0) {
    rotation.resume().catch((error: unknown) => {
      if (!isClosed) report(error);
    });
  }
  return {
    async seal(context, bytes) {
      checkOpen();
      return sealBytes(await dataKeys.current(context), "value", context, bytes);
    },
    async open(context, sealed) {
      checkOpen();
      return openBytes(await dataKeys.find(context, keyVersionOf(sealed)), "value", context, sealed);
    },
    async createSigningKey(owner) {
      checkOpen();
      return signingKeys.create(owner);
    },
    async sign(keyId, bytes) {
      checkOpen();
      return signingKeys.sign(keyId, bytes);
    },
    async destroyKey(keyId, transaction) {
      checkOpen();
      return signingKeys.destroy(keyId, transaction);
    },
    async rotateIfDue() {
      checkOpen();
      return rotation.rotateIfDue();
    },
    async rotateNow() {
      checkOpen();
      return rotation.rotateNow();
    },
    async status() {
      checkOpen();
      return statusOf(ring, records);
    },
    async hasSamePassphrase() {
      checkOpen();
      return ring.isSameRoot();
    },
    async close() {
      isClosed = true;
      await rotation.stop();
      signingKeys.clear();
      dataKeys.clear();
      ring.clear();
    },
  };
}

async function statusOf(ring: KeyRing, records: VaultRecords): Promise<VaultStatus> {
  await ring.reload();
  const { version, createdAt } = ring.active();
  const decryptOnly = ring.decryptOnly().map(async (older) => {
    return { version: older, dataKeys: await records.countDataKeysUnder(older) };
  });
  return {
    activeVersion: version,
    activeSince: createdAt,
    rotationDueAt: new Date(createdAt.getTime() + rotationPeriodMs),
    decryptOnly: await Promise.all(decryptOnly),
  };
}
