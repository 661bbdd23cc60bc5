// @module-tag slow/kills

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { errorCodeOf } from "../../server/database/driver-error.ts";
import type { MysqlDatabase } from "../../server/database/mysql/database.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import { allSynced, type Fault, faults, type Scene } from "../support/cluster/faults.ts";
import { startLoad } from "../support/cluster/load.ts";
import { isEveryFault, seed, transfers } from "../support/cluster/settings.ts";
import { addRow } from "../support/cluster/table.ts";
import { type GaleraCluster, type GaleraNode, galeraProblem, startGalera } from "../support/database/galera.ts";

const isSkipped = galeraProblem !== undefined && process.env["CI"] !== "true";

/** Nodes that three servers use: each its own, or all the first that takes writes. */
type Use = "one each" | "one for all";

describe.skipIf(isSkipped)(`three nodes of Galera${isSkipped ? ` (skipped: ${galeraProblem})` : ""}`, () => {
  let cluster: GaleraCluster;
  let databases = 0;
  beforeAll(async () => {
    cluster = await startGalera();
  });
  afterAll(() => cluster?.remove());

  const uses: Use[] = isEveryFault ? ["one each", "one for all"] : ["one each"];
  const cases = uses.flatMap((use) => faults.map((fault) => ({ use, fault, name: fault.name })));
  const chosen = cases.filter(({ fault }) => isEveryFault || fault.isShort);

  it.each(chosen)(
    `keep every acknowledged transfer, $use, fault: $name (FUZZ_SEED=${seed} CLUSTER_TRANSFERS=${transfers})`,
    async ({ use, fault }) => {
      const report = await loadUnder(use, fault);
      addRow(use, fault.name, report);
      expect(report).toMatchObject({
        verdict: { lost: [], toldDifferently: [], doubled: [], forked: [] },
        backwards: [],
      });
    },
    180_000 + 60 * transfers,
  );

  it("store nothing of a transaction that another node aborts between its statements", async () => {
    const [first, second] = cluster.nodes as [GaleraNode, GaleraNode];
    await first.query("CREATE DATABASE platonic_abort CHARACTER SET utf8mb4");
    const open = async (node: GaleraNode) => {
      const databaseServer = readDatabaseUrl(cluster.url("platonic_abort", [node]));
      const database = (await openServiceDatabase({ dataDirectory: "/dev/null", databaseServer })) as MysqlDatabase;
      onTestFinished(() => database.close());
      return database;
    };
    const slow = await open(first);
    const fast = await open(second);
    await slow.manager.query("CREATE TABLE firsts (id INT PRIMARY KEY, writer VARCHAR(8)) ENGINE=InnoDB");
    await slow.manager.query("CREATE TABLE seconds (id INT PRIMARY KEY AUTO_INCREMENT, first INT) ENGINE=InnoDB");
    let aborts = 0;
    for (let id = 0; id < 20; id++) {
      let attempts = 0;
      let abort: Promise<unknown> = Promise.resolve();
      await slow.transactByScripts(async (run) => {
        if (attempts++ > 0) return { last: [], result: undefined };
        await run([`INSERT INTO firsts VALUES (${id}, 'slow')`]);
        // Where the slow transaction has ended before it, it does nothing, or is itself aborted.
        abort = fast.manager.query(`INSERT IGNORE INTO firsts VALUES (${id}, 'fast')`).catch(unlessAborted);
        await run(Array.from({ length: 500 }, () => `INSERT INTO seconds (first) VALUES (${id})`));
        return { last: [], result: undefined };
      });
      await abort;
      aborts += attempts - 1;
    }
    expect(aborts).toBeGreaterThan(0);
    const halves =
      "SELECT DISTINCT first FROM seconds WHERE first NOT IN (SELECT id FROM firsts WHERE writer = 'slow')";
    expect(await slow.manager.query(halves)).toEqual([]);
  });

  async function loadUnder(use: Use, fault: Fault) {
    const name = `platonic_${++databases}`;
    const [first, second, third] = cluster.nodes as [GaleraNode, GaleraNode, GaleraNode];
    await first.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    const placeOf = (nodes: readonly GaleraNode[]) => ({
      dataDirectory: "/dev/null",
      databaseServer: readDatabaseUrl(cluster.url(name, nodes)),
    });
    const load = await startLoad({
      clients: cluster.nodes.map((node) => placeOf(use === "one each" ? [node] : cluster.nodes)),
      nodes: cluster.nodes.map((node) => placeOf([node])),
      seed,
      sharedCount: Math.round(transfers / 15),
      hasJournals: true,
    });
    const someMore = () => load.more(Math.round(transfers / 4));
    // With one node for all it is the one in use that is struck.
    const struck: Pick<Scene, "victims" | "survivor"> =
      use === "one each"
        ? { victims: [third, second], survivor: first }
        : { victims: [first, second], survivor: third };
    await someMore();
    await fault.happen({ nodes: cluster.nodes, ...struck, someMore });
    await allSynced(cluster.nodes);
    await someMore();
    await load.more(Math.max(0, transfers - load.told));
    return load.finish();
  }
});

/** @throws the error of a statement, unless another node has aborted it */
function unlessAborted(error: unknown): void {
  if (errorCodeOf(error) !== "ER_LOCK_DEADLOCK") throw error;
}
