import { expect } from "vitest";
import type { Database } from "../../server/database/source.ts";
import { unwrapDataKey } from "../../server/modules/vault/data-key-wrapping.ts";
import { openKeyRing } from "../../server/modules/vault/key-ring.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import type { VersionedKey } from "../../server/modules/vault/sealed.ts";
import { serviceSecretRows } from "../../server/modules/vault/store/service-secret-row.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { vaultDataKeyRows } from "../../server/modules/vault/store/vault-data-key-row.ts";
import { vaultSigningKeyRows } from "../../server/modules/vault/store/vault-signing-key-row.ts";
import type { Vault } from "../../server/modules/vault/vault.ts";
import { firstStart, passphrase, quickStretching } from "../support/vault/constants.ts";
import { isSignedBy } from "../support/vault/is-signed-by.ts";
import type { Line } from "./vault-life.ts";
import { contentOf, record } from "./vault-records.ts";

/** What processes have acknowledged, to be held against what a database has after them. */
export class Ledger {
  readonly #kept = new Set<string>();
  readonly #made = new Map<string, Buffer>();
  /** Asked to be destroyed; whether it came to that is not known of all. */
  readonly #doomed = new Set<string>();
  readonly #destroyed = new Set<string>();
  #activeVersion = 1;

  /** How much is acknowledged. */
  get size(): number {
    return this.#kept.size + this.#made.size + this.#destroyed.size;
  }

  enter(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line[0] === "kept") this.#kept.add(line[1]);
      if (line[0] === "made") this.#made.set(line[1], Buffer.from(line[2], "base64"));
      if (line[0] === "destroying") this.#doomed.add(line[1]);
      if (line[0] === "destroyed") this.#destroyed.add(line[1]);
      if (line[0] === "rotated") this.#activeVersion = line[1];
      if (line[0] === "signed") {
        const [, keyId, message, signature] = line;
        expect(isSignedBy(this.#publicKey(keyId), Buffer.from(message), Buffer.from(signature, "base64"))).toBe(true);
      }
    }
  }

  /** That nothing acknowledged is lost, and that everything there is can be read, acknowledged or not. */
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
    expect([...this.#kept].filter((name) => !names.has(name))).toEqual([]);
    for (const name of names) expect(Buffer.from(await record(vault, database, name))).toEqual(contentOf(name));
  }

  async #expectSigningKeys(vault: Vault, database: Database): Promise<void> {
    const rows = new Map((await database.manager.find(vaultSigningKeyRows)).map((row) => [row.id, row]));
    for (const [keyId, publicKey] of this.#made)
      expect(Buffer.from(rows.get(keyId)?.publicKey ?? [])).toEqual(publicKey);
    for (const keyId of this.#destroyed) {
      expect(rows.get(keyId)?.sealedPrivateKey).toBeNull();
      await expect(vault.sign(keyId, message)).rejects.toMatchObject({ reason: "key-unknown" });
    }
    for (const { id, publicKey, sealedPrivateKey } of rows.values()) {
      if (sealedPrivateKey === null) expect(this.#doomed).toContain(id);
      else expect(isSignedBy(publicKey, message, await vault.sign(id, message))).toBe(true);
    }
  }

  #publicKey(keyId: string): Buffer {
    return this.#made.get(keyId) as Buffer;
  }
}

const message = Buffer.from("still here");
const destroyed = { state: "destroyed", wrappedKey: undefined };

/** That each of them opens under the key that it says. */
async function expectDataKeys(database: Database): Promise<void> {
  const records = storedVaultRecords(database);
  const root = await openPassphraseRoot(Buffer.from(passphrase), records, quickStretching);
  const ring = await openKeyRing(root, records, () => firstStart);
  for (const row of await database.manager.find(vaultDataKeyRows)) {
    const wrapping = ring.find(row.keyEncryptionKeyVersion);
    expect(wrapping, `key-encryption key ${row.keyEncryptionKeyVersion}`).toBeDefined();
    unwrapDataKey(wrapping as VersionedKey, row, row.wrappedKey);
  }
}
