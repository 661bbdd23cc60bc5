import type { MysqlDatabase } from "../../../database/mysql/database.ts";
import { byDialect, type Database } from "../../../database/source.ts";
import type { SqliteDatabase } from "../../../database/sqlite/database.ts";
import type { LedgerBounds } from "../engine/checkpoint/bounds.ts";
import type { FromLedger, HostLost, Place } from "./messages.ts";

/** The main thread's side of a database that the ledger's thread opens, too. */
export interface SharedDatabase {
  readonly place: () => Promise<Place>;
  /** Returns the index of the host that is used, where there are several. */
  readonly host: () => number | undefined;
  /** Has losses of hosts told. */
  readonly onHostLost: (tell: (lost: HostLost) => void) => void;
  readonly measured: (statements: FromLedger["statements"]) => void;
  /** Called when a thread has ended. */
  readonly threadEnded: () => void;
}

export function shareDatabase(database: Database, bounds: LedgerBounds): SharedDatabase {
  return byDialect<SharedDatabase>(database, {
    sqlite: (opened) => shareFile(opened, bounds),
    mysql: (opened) => shareServer(opened, bounds),
  });
}

function shareFile(database: SqliteDatabase, bounds: LedgerBounds): SharedDatabase {
  // At once, before the main thread has any write under way that takes no turn.
  const turns = database.shareWrites();
  return {
    async place() {
      const path = await database.readOnConnection(({ name }) => name);
      return { kind: "sqlite", path, turns: turns.memory, bounds };
    },
    host: () => undefined,
    onHostLost() {},
    measured() {},
    threadEnded: () => turns.abandon(),
  };
}

function shareServer(database: MysqlDatabase, bounds: LedgerBounds): SharedDatabase {
  const { server, hosts, measured } = database.shared;
  const host = () => server.hosts.indexOf(hosts.current);
  return {
    place: async () => ({ kind: "mysql", server, host: host(), bounds }),
    host,
    onHostLost: (tell) => hosts.onLost((lost) => tell({ lost: server.hosts.indexOf(lost) })),
    measured,
    threadEnded: () => measured(undefined),
  };
}
