// @module-tag slow/kills

import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLoad } from "../support/cluster/load.ts";
import { isEveryFault, seed, transfers } from "../support/cluster/settings.ts";
import { addRow } from "../support/cluster/table.ts";
import { createOn, onMariadb } from "../support/database/databases.ts";
import { type Mariadb, startMariadb } from "../support/database/mariadb.ts";

interface Fault {
  readonly name: string;
  readonly isShort: boolean;
  happen(mariadb: Mariadb): Promise<void>;
}

const faults: readonly Fault[] = [
  { name: "none", isShort: false, happen: async () => {} },
  {
    name: "kill -9 and start",
    isShort: true,
    async happen(mariadb) {
      await mariadb.kill();
      await mariadb.start();
    },
  },
  {
    name: "stop and start",
    isShort: false,
    async happen(mariadb) {
      await mariadb.stop();
      await mariadb.start();
    },
  },
  {
    name: "SIGSTOP for 8 s",
    isShort: false,
    async happen(mariadb) {
      await mariadb.suspend();
      await delay(8_000);
      mariadb.resume();
    },
  },
  {
    name: "SIGSTOP for 20 s",
    isShort: false,
    async happen(mariadb) {
      await mariadb.suspend();
      // Longer than statements wait.
      await delay(20_000);
      mariadb.resume();
    },
  },
];

onMariadb("three servers of one database", () => {
  let mariadb: Mariadb;
  beforeAll(async () => {
    mariadb = await startMariadb();
  });
  afterAll(() => mariadb?.remove());

  it.each(faults.filter(({ isShort }) => isShort || isEveryFault))(
    `keep every acknowledged transfer, fault: $name (FUZZ_SEED=${seed} CLUSTER_TRANSFERS=${transfers})`,
    async ({ name, happen }) => {
      const { databaseServer } = await createOn(mariadb.url);
      const place = { dataDirectory: "/dev/null", databaseServer };
      const load = await startLoad({
        clients: [place, place, place],
        nodes: [place],
        seed,
        sharedCount: Math.round(transfers / 15),
      });
      const someMore = () => load.more(Math.round(transfers / 4));
      await someMore();
      await happen(mariadb);
      await someMore();
      await load.more(Math.max(0, transfers - load.told));
      const report = await load.finish();
      addRow("one MariaDB", name, report);
      expect(report).toMatchObject({
        verdict: { lost: [], toldDifferently: [], doubled: [], forked: [] },
        backwards: [],
      });
    },
    120_000 + 60 * transfers,
  );
});
