// @module-tag slow/kills

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../server/app/tables.ts";
import type { MysqlDatabase } from "../../server/database/mysql/database.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import { openHosts } from "../../server/database/mysql/hosts.ts";
import { openLedger } from "../../server/modules/ledger/store/ledger.ts";
import { startCallers } from "../support/cluster/callers.ts";
import { allSynced } from "../support/cluster/faults.ts";
import { addTime } from "../support/cluster/table.ts";
import { mariadb } from "../support/database/databases.ts";
import { type GaleraCluster, type GaleraNode, galeraProblem, startGalera } from "../support/database/galera.ts";
import { policy, someDayMs, twoForOne } from "../support/ledger/constants.ts";
import { openLedgerFixture } from "../support/ledger/ledger-fixture.ts";
import { deposit } from "../support/ledger/requests.ts";
import { startProgram } from "../support/program.ts";

const isSkipped = galeraProblem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`three servers of a cluster${isSkipped ? ` (skipped: ${galeraProblem})` : ""}`, () => {
  let cluster: GaleraCluster;
  let nodes: readonly [GaleraNode, GaleraNode, GaleraNode];
  beforeAll(async () => {
    cluster = await startGalera();
    nodes = cluster.nodes as unknown as typeof nodes;
    await nodes[0].query("CREATE DATABASE platonic CHARACTER SET utf8mb4");
  });
  afterAll(() => cluster?.remove());

  it("serve again after the node that they use is killed or hangs, and return to it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "platonic-failover-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    // With the ledger in a thread, which has a connection of its own.
    const environment = { DATABASE_URL: cluster.url("platonic"), DATA_DIR: directory, THREADS: "2" };
    const programs = [];
    for (let count = 0; count < 3; count++) {
      const program = await startProgram({ environment });
      onTestFinished(() => program.stop());
      programs.push(program);
    }
    const callers = await startCallers(programs.map(({ url }) => url));
    onTestFinished(() => callers.stop());
    await callers.allServed();
    const [first, second] = nodes;
    expect(await writesOn(first)).toBeGreaterThan(0);
    const elsewhere = await writesOn(second);

    await first.kill();
    addTime("the node in use is killed", await callers.allServed());
    expect(await writesOn(second)).toBeGreaterThan(elsewhere);

    await first.start();
    await allSynced(nodes);
    const before = await writesOn(first);
    await expect.poll(() => writesOn(first)).toBeGreaterThan(before);

    await first.suspend();
    addTime("the node in use hangs", await callers.allServed());
    first.resume();
    await allSynced(nodes);
    const hung = await writesOn(first);
    await expect.poll(() => writesOn(first)).toBeGreaterThan(hung);
    await callers.allServed();
    expect([...callers.statuses].filter((status) => status >= 400 && status !== 503)).toEqual([]);
  });

  it("answer that they are unavailable, and store nothing, while another node is faster every time", async () => {
    const placeOf = (node: GaleraNode) => ({
      dataDirectory: "/dev/null",
      databaseServer: readDatabaseUrl(cluster.url("platonic_race", [node])),
    });
    await nodes[0].query("CREATE DATABASE platonic_race CHARACTER SET utf8mb4");
    const fixture = await openLedgerFixture(
      mariadb,
      {},
      { ...placeOf(nodes[0]), environment: {}, remove: async () => {} },
    );
    const owner = await fixture.addWallet(100n);
    const database = (await openServiceDatabase(placeOf(nodes[1]))) as MysqlDatabase;
    onTestFinished(() => database.close());
    const slow = await openLedger(
      {
        ...database,
        transactByScripts: (work) =>
          database.transactByScripts(async (run) => {
            const end = await work(run);
            if (end.last.length > 0) await fixture.ledger.submit(deposit(owner, 1n));
            return end;
          }),
      },
      { policy, rates: () => twoForOne, now: () => someDayMs },
    );
    const late = deposit(owner, 50n);
    await expect(slow.submit(late)).rejects.toMatchObject({ name: "DatabaseUnavailable", mayBeStored: false });
    expect(await fixture.ledger.entry(late.id)).toBeUndefined();
    await slow.close();
  });

  it("do not use a node that is cut off, or that is not synced", async () => {
    const { hosts: all, user, password } = readDatabaseUrl(cluster.url("platonic"));
    const hosts = await openHosts(all, { user, password: password as string });
    onTestFinished(() => hosts.close());
    const used = (node: GaleraNode) => expect.poll(() => hosts.current.port).toBe(node.port);
    const [first, second] = nodes;
    await used(first);
    await first.query("SET GLOBAL wsrep_desync = ON");
    await used(second);
    await first.query("SET GLOBAL wsrep_desync = OFF");
    await used(first);
    await first.isolate(true);
    await used(second);
    await first.isolate(false);
    await allSynced(nodes);
    await used(first);
  });
});

/** Returns the number of transactions that a node has committed for its own clients since it was started. */
async function writesOn(node: GaleraNode): Promise<number> {
  return Number(await node.status("wsrep_local_commits"));
}
