import { expect } from "vitest";
import type { Database } from "../../server/database/source.ts";
import { unwrapDataKey } from "../../server/modules/vault/data-key-wrapping.ts";
import { openKeyRing } from "../../server/modules/vault/key-ring.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import { checkRoot } from "../../server/modules/vault/root-key.ts";
import type { VersionedKey } from "../../server/modules/vault/sealed.ts";
import { serviceSecretRows } from "../../server/modules/vault/store/service-secret-row.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { vaultDataKeyRows } from "../../server/modules/vault/store/vault-data-key-row.ts";
import { vaultSigningKeyRows } from "../../server/modules/vault/store/vault-signing-key-row.ts";
import type { Vault } from "../../server/modules/vault/vault.ts";
import { firstStart, passphrase, quickStretching } from "../support/vault/constants.ts";
import { isSignedBy } from "../support/vault/is-signed-by.ts";
import { contentOf, record } from "./vault-records.ts";
import type { Line } from "./vault-worker-process.ts";

/** Changes that vault processes have acknowledged, to compare with the database afterwards. */
export class AcknowledgedState {
  /** Names of stored records. */
  readonly #records = new Set<string>();
  /** Public keys of created signing keys. */
  readonly #publicKeys = new Map<string, Buffer>();
  /** Keys whose destruction has begun; it is not known of all whether it was completed. */
  readonly #destroying = new Set<string>();
  readonly #destroyed = new Set<string>();
  #activeVersion = 1;

  /** Number of acknowledged changes. */
  get size(): number {
    return this.#records.size + this.#publicKeys.size + this.#destroyed.size;
  }

  /** Records the output lines of a process. */
  record(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line[0] === "kept") this.#records.add(line[1]);
      if (line[0] === "made") this.#publicKeys.set(line[1], Buffer.from(line[2], "base64"));
      if (line[0] === "destroying") this.#destroying.add(line[1]);
      if (line[0] === "destroyed") this.#destroyed.add(line[1]);
      if (line[0] === "rotated") this.#activeVersion = line[1];
      if (line[0] === "signed") {
        const [, keyId, message, signature] = line;
        expect(isSignedBy(this.#publicKey(keyId), Buffer.from(message), Buffer.from(signature, "base64"))).toBe(true);
      }
    }
  }

  /** Expects that no acknowledged change is lost, and that all stored data can be read, acknowledged or not. */
  async expectKept(vault: Vault, database: Database): Promise<void> {
    await this.#expectRecords(vault, database);
    await this.#expectSigningKeys(vault, database);
    await expectDataKeys(database);
    const keys = await storedVaultRecords(database).keyEncryptionKeys();
    expect(keys.filter(({ state }) => state === "active")).toHaveLength(1);
    // A rotation is acknowledged when the keys before it are gone.
    for (const { version, state, wrappedKey } of keys) {
      if (version < this.#activeVersion) expect({ state, wrappedKey }).toEqual(destroyed);
    }
  }

  async #expectRecords(vault: Vault, database: Database): Promise<void> {
    const rows = await database.manager.find(serviceSecretRows);
    const names = new Set(rows.map(({ name }) => name));
    expect([...this.#records].filter((name) => !names.has(name))).toEqual([]);
    for (const name of names) expect(Buffer.from(await record(vault, database, name))).toEqual(contentOf(name));
  }

  async #expectSigningKeys(vault: Vault, database: Database): Promise<void> {
    const rows = new Map((await database.manager.find(vaultSigningKeyRows)).map((row) => [row.id, row]));
    for (const [keyId, publicKey] of this.#publicKeys)
      expect(Buffer.from(rows.get(keyId)?.publicKey ?? [])).toEqual(publicKey);
    for (const keyId of this.#destroyed) {
      expect(rows.get(keyId)?.sealedPrivateKey).toBeNull();
      await expect(vault.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
    }
    for (const { id, publicKey, sealedPrivateKey } of rows.values()) {
      if (sealedPrivateKey === null) expect(this.#destroying).toContain(id);
      else expect(isSignedBy(publicKey, message, await vault.sign(id, message))).toBe(true);
    }
  }

  #publicKey(keyId: string): Buffer {
    return this.#publicKeys.get(keyId) as Buffer;
  }
}

const message = Buffer.from("still here");
const destroyed = { state: "destroyed", wrappedKey: undefined };

/** Expects every data key to open under its key-encryption key. */
async function expectDataKeys(database: Database): Promise<void> {
  const records = storedVaultRecords(database);
  const root = await openPassphraseRoot(Buffer.from(passphrase), records, quickStretching);
  const ring = await openKeyRing(await checkRoot(root, records), records, () => firstStart);
  for (const row of await database.manager.find(vaultDataKeyRows)) {
    const wrapping = ring.find(row.keyEncryptionKeyVersion);
    expect(wrapping, `key-encryption key ${row.keyEncryptionKeyVersion}`).toBeDefined();
    unwrapDataKey(wrapping as VersionedKey, row, row.wrappedKey);
  }
}
