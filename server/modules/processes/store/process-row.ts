import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { integerColumn, jsonColumn, momentColumn } from "../../../database/columns.ts";
import type { Heartbeat } from "../domain/process.ts";

/** The table `processes`. */
export const processRows = new EntitySchema<Heartbeat>({
  name: "Process",
  tableName: "processes",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    host: { type: "varchar", length: 255 },
    pid: integerColumn,
    version: { type: "varchar", length: 64 },
    startedAt: { ...momentColumn, name: "started_ms" },
    heartbeatAt: { ...momentColumn, name: "heartbeat_ms" },
    state: { type: "varchar", length: 16 },
    readings: jsonColumn,
  } satisfies EveryColumn<Heartbeat>,
});

export const processColumns = columnsOf(processRows);
