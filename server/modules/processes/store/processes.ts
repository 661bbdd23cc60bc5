import { into } from "../../../database/column-list.ts";
import type { Database } from "../../../database/source.ts";
import { selectRows } from "../../../database/statements.ts";
import type { Processes } from "../domain/process.ts";
import { processColumns } from "./process-row.ts";

/** The processes that share a database. */
export function storedProcesses(database: Database): Processes {
  const { dialect, manager } = database;
  const write = `INSERT ${into(processColumns)} ${dialect.overwrite(processColumns.names.filter((name) => name !== "id"))}`;
  return {
    async now() {
      const [row] = await manager.query(`SELECT ${dialect.nowMs} AS now_ms`);
      return new Date(Number(row.now_ms));
    },

    async write(heartbeat) {
      await database.transact((writer) => writer.query(write, processColumns.values(heartbeat)));
    },

    async touch(id) {
      return database.transact(async (writer) => {
        await writer.query(`UPDATE processes SET heartbeat_ms = ${dialect.nowMs} WHERE id = ?`, [id]);
        const [row] = await writer.query("SELECT 1 FROM processes WHERE id = ?", [id]);
        return row !== undefined;
      });
    },

    async remove(id) {
      await database.transact((writer) => writer.query("DELETE FROM processes WHERE id = ?", [id]));
    },

    async removeBefore(moment) {
      await database.transact((writer) =>
        writer.query("DELETE FROM processes WHERE heartbeat_ms < ?", [BigInt(moment.getTime())]),
      );
    },

    list() {
      return selectRows(manager, processColumns, "1 = 1 ORDER BY started_ms, id", []);
    },
  };
}
