import { IsNull } from "typeorm";
import type { Database } from "../../../database/source.ts";
import type { VaultRecords } from "../records.ts";
import { unlessTaken } from "./unless-taken.ts";
import { vaultRootRows } from "./vault-root-row.ts";

/** The only row of its table. */
const rootId = 1;

/** The root record of a vault in a database. */
export function storedRoot(database: Database): Pick<VaultRecords, "root" | "addRoot" | "keepRootCheck"> {
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
      return unlessTaken(database, (writer) => writer.insert(vaultRootRows, row));
    },

    keepRootCheck(check) {
      return unlessTaken(database, async (writer) => {
        if (!(await writer.existsBy(vaultRootRows, { id: rootId }))) {
          await writer.insert(vaultRootRows, { id: rootId, salt: null, iterations: null, checkValue: check });
          return;
        }
        const where = { id: rootId, checkValue: IsNull() };
        const { affected } = await writer.update(vaultRootRows, where, { checkValue: check });
        return affected === 1;
      });
    },
  };
}
