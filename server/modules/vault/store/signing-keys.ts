import { type EntityManager, IsNull, Not } from "typeorm";
import type { Database } from "../../../database/source.ts";
import type { SigningKeyRecord, VaultRecords } from "../records.ts";
import { type VaultSigningKeyRow, vaultSigningKeyRows } from "./vault-signing-key-row.ts";

/** The signing keys of a vault in a database. */
export function storedSigningKeys(
  database: Database,
): Pick<VaultRecords, "signingKey" | "addSigningKey" | "destroySigningKey"> {
  const { manager } = database;
  /** Writes in the given transaction, or in a separate one. */
  function write<Result>(given: object | undefined, act: (writer: EntityManager) => Promise<Result>): Promise<Result> {
    return given === undefined ? database.transact(act) : act(given as EntityManager);
  }
  return {
    async signingKey(id) {
      const row = await manager.findOneBy(vaultSigningKeyRows, { id });
      return row === null ? undefined : toSigningKey(row);
    },

    async addSigningKey(key, transaction) {
      await write(transaction, (writer) => writer.insert(vaultSigningKeyRows, toSigningKeyRow(key)));
    },

    destroySigningKey(id, at, transaction) {
      return write(transaction, async (writer) => {
        const where = { id, sealedPrivateKey: Not(IsNull()) };
        const erased = { sealedPrivateKey: null, destroyedAt: at };
        return (await writer.update(vaultSigningKeyRows, where, erased)).affected === 1;
      });
    },
  };
}

function toSigningKey(row: VaultSigningKeyRow): SigningKeyRecord {
  return { ...row, sealedPrivateKey: row.sealedPrivateKey ?? undefined, destroyedAt: row.destroyedAt ?? undefined };
}

function toSigningKeyRow(key: SigningKeyRecord): VaultSigningKeyRow {
  const { id, identity, purpose, publicKey, sealedPrivateKey = null, createdAt, destroyedAt = null } = key;
  return { id, identity, purpose, publicKey, sealedPrivateKey, createdAt, destroyedAt };
}
