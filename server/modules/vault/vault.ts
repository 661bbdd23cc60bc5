import type { SealedContext } from "../../core/sealed-column.ts";
import type { Owner } from "./context.ts";
import { createDataKeys } from "./data-keys.ts";
import { rotationIntervalMs } from "./interval.ts";
import { openKeyRing } from "./key-ring.ts";
import type { VaultRecords } from "./records.ts";
import { checkRoot, type RootKey } from "./root-key.ts";
import { createRotation, type RotationStep } from "./rotation.ts";
import { keyVersionOf, openBytes, sealBytes } from "./sealed.ts";
import { createSigningKeys, type NewSigningKey } from "./signing-keys.ts";
import { VaultError } from "./vault-error.ts";

/**
 * Keeps secrets of identities: seals values for the database, and signs with keys that never leave it. Nothing here, or
 * below it, gives out a key.
 *
 * Every method rejects with VaultError: "closed" after `close`, "context-invalid" when a part of a context cannot be one,
 * and what it says itself. What the database rejects with passes through.
 */
export interface Vault {
  /** Encrypts the bytes, which stay the caller's. The answer is 33 bytes longer, and opens in the same context only. */
  seal(context: SealedContext, bytes: Uint8Array): Promise<Uint8Array>;
  /**
   * The bytes that were sealed; the caller zeroes them when they are used.
   * "refused" when a byte or any part of the context is another, whichever it is.
   */
  open(context: SealedContext, sealed: Uint8Array): Promise<Uint8Array>;
  /** Makes an Ed25519 key pair of the owner. */
  createSigningKey(owner: Owner): Promise<NewSigningKey>;
  /**
   * The Ed25519 signature, 64 bytes, of exactly these bytes; what they mean is the caller's business.
   * "key-unknown" when there is no such key, or when it is destroyed: at once here, within a second elsewhere.
   */
  sign(keyId: string, bytes: Uint8Array): Promise<Uint8Array>;
  /** Erases the private key for ever. False when there is no such key in use. */
  destroyKey(keyId: string): Promise<boolean>;
  /**
   * Replaces the active key-encryption key when it is 30 days old, and finishes a replacement that was interrupted.
   * Answers whether it was due. To be called now and then; can be tried again after any failure.
   */
  rotateIfDue(): Promise<boolean>;
  /** Replaces it now, as when it may have become known. */
  rotateNow(): Promise<void>;
  status(): Promise<VaultStatus>;
  /** Stops a rotation after its batch under way, and forgets all keys. */
  close(): Promise<void>;
}

export interface VaultStatus {
  /** Version of the key-encryption key that wraps data keys. */
  readonly activeVersion: number;
  readonly activeSince: Date;
  readonly rotationDueAt: Date;
  /** Versions that are not replaced everywhere yet, and how many data keys each still wraps. */
  readonly decryptOnly: readonly { readonly version: number; readonly dataKeys: number }[];
}

/** What a process can stop after, leaving every record readable and the rest to the next start. */
export type VaultStep = "root-checked" | "keys-opened" | RotationStep;

export interface VaultOptions {
  readonly root: RootKey;
  readonly records: VaultRecords;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of damaged records, and of what went wrong with a rotation that `openVault` took up again. */
  readonly report?: (error: unknown) => void;
  /** For tests: what it throws ends the work there, as a crash would. */
  readonly afterStep?: (step: VaultStep) => void;
}

/**
 * Opens the vault, and makes it where there is none. A rotation that was interrupted goes on in the background.
 *
 * @throws VaultError "wrong-root" when the root is not the one that the vault was made with; "refused" when a
 * key-encryption key is damaged.
 */
export async function openVault({ root, records, now, ...hooks }: VaultOptions): Promise<Vault> {
  const { report = () => undefined, afterStep = () => undefined } = hooks;
  await checkRoot(root, records);
  afterStep("root-checked");
  const ring = await openKeyRing(root, records, now);
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
    async destroyKey(keyId) {
      checkOpen();
      return signingKeys.destroy(keyId);
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
      await ring.reload();
      const { version, createdAt } = ring.active();
      const decryptOnly = ring.decryptOnly().map(async (older) => {
        return { version: older, dataKeys: await records.countDataKeysUnder(older) };
      });
      return {
        activeVersion: version,
        activeSince: createdAt,
        rotationDueAt: new Date(createdAt.getTime() + rotationIntervalMs),
        decryptOnly: await Promise.all(decryptOnly),
      };
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
