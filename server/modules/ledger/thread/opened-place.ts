import { openSecondConnection } from "../../../database/sqlite/second-connection.ts";
import { WriteTurns } from "../../../database/sqlite/write-turns.ts";
import type { BatchStore } from "../store/batch-store.ts";
import { sqliteBatches } from "../store/sqlite/batches.ts";
import type { FromLedger, Place } from "./messages.ts";

/** A database that the thread has opened. */
export interface OpenedPlace {
  readonly store: BatchStore;
  readonly useHost: (host: number) => void;
  readonly loseHost: (host: number) => void;
  /** Returns the measurements of the statements since the last call. */
  readonly measured: () => FromLedger["statements"];
  readonly close: () => Promise<void>;
}

export async function openPlace(place: Place): Promise<OpenedPlace> {
  if (place.kind === "sqlite") {
    const { onConnection, close } = openSecondConnection(place.path, new WriteTurns(place.turns));
    return {
      store: sqliteBatches({ onConnection }, place.bounds, () => {}),
      useHost() {},
      loseHost() {},
      measured: () => undefined,
      close,
    };
  }
  // Loaded where it is used: a thread on SQLite has no need of the driver.
  const { openSecondScripts } = await import("../../../database/mysql/second-scripts.ts");
  const { StatementsToTell } = await import("../../../database/statements-to-tell.ts");
  const { mysqlBatches } = await import("../store/mysql/batches.ts");
  const measurements = new StatementsToTell();
  const { transact, useHost, loseHost, close } = openSecondScripts(place.server, place.host, measurements);
  return {
    store: mysqlBatches({ transactByScripts: transact }, place.bounds, () => {}),
    useHost,
    loseHost,
    measured: () => measurements.take(),
    close,
  };
}
