import { IsNull, Not } from "typeorm";
import type { Database } from "../../../database/source.ts";
import type { VaultRecords } from "../records.ts";
import { insertIfAbsent } from "./insert-if-absent.ts";
import { toKeyEncryptionKey } from "./key-encryption-keys.ts";
import { rootId, takesRootCheck } from "./root-check.ts";
import { vaultKeyEncryptionKeyRows } from "./vault-key-encryption-key-row.ts";
import { vaultRootRows } from "./vault-root-row.ts";

/** The root record of a vault in a database. */
export function storedRoot(
  database: Database,
): Pick<VaultRecords, "root" | "addRoot" | "keepRootCheck" | "changeRoot"> {
  const { manager } = database;
  return {
    async root() {
      const row = await manager.findOneBy(vaultRootRows, { id: rootId });
      if (row === null) return undefined;
      return {
        salt: row.salt ?? undefined,
        iterations: row.iterations === null ? undefined : Number(row.iterations),
        check: row.checkValue ?? undefined,
      };
    },

    addRoot({ salt = null, iterations = null, check = null }) {
      const row = { id: rootId, salt, iterations, checkValue: check };
      return insertIfAbsent(database, (writer) => writer.insert(vaultRootRows, row));
    },

    keepRootCheck(check) {
      return insertIfAbsent(database, async (writer) => {
        if (!(await writer.existsBy(vaultRootRows, { id: rootId }))) {
          await writer.insert(vaultRootRows, { id: rootId, salt: null, iterations: null, checkValue: check });
          return;
        }
        const where = { id: rootId, checkValue: IsNull() };
        const { affected } = await writer.update(vaultRootRows, where, { checkValue: check });
        return affected === 1;
      });
    },

    changeRoot(previousCheck, { salt = null, iterations = null, check = null }, rewrap) {
      return database.transact(async (writer) => {
        if (!(await takesRootCheck(writer, previousCheck))) return false;
        await writer.update(vaultRootRows, { id: rootId }, { salt, iterations, checkValue: check });
        for (const row of await writer.findBy(vaultKeyEncryptionKeyRows, { state: Not("destroyed" as const) })) {
          const wrappedKey = await rewrap(toKeyEncryptionKey(row));
          await writer.update(vaultKeyEncryptionKeyRows, { version: row.version }, { wrappedKey });
        }
        return true;
      });
    },
  };
}
