// @module-tag slow/kills

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import { entryBytes, entryDigest } from "../../server/modules/ledger/domain/entry/chain.ts";
import { openLedger } from "../../server/modules/ledger/store/ledger.ts";
import { judge } from "../support/cluster/checker.ts";
import { type Client, startClient } from "../support/cluster/client.ts";
import { mariadb } from "../support/database/databases.ts";
import { type GaleraCluster, type GaleraNode, galeraProblem, startGalera } from "../support/database/galera.ts";
import { expectConsistent } from "../support/ledger/consistency.ts";
import { policy, settleEvery, someDayMs, twoForOne } from "../support/ledger/constants.ts";
import { openLedgerFixture } from "../support/ledger/ledger-fixture.ts";
import type { Line } from "../support/ledger/worker-process.ts";

/** Transfers of all clients together for each fault. */
const transfers = Number(process.env["CLUSTER_TRANSFERS"] ?? 600);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const isSkipped = galeraProblem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`three nodes of Galera${isSkipped ? ` (skipped: ${galeraProblem})` : ""}`, () => {
  let cluster: GaleraCluster;
  let databases = 0;
  beforeAll(async () => {
    cluster = await startGalera();
  }, 120_000);
  afterAll(() => cluster?.remove());

  it(`keep every acknowledged transfer of a server for each (FUZZ_SEED=${seed})`, async () => {
    const { clients, entriesOn } = await startLoad();
    await Promise.all(clients.map(({ finished }) => finished));
    await expectKept(clients, entriesOn);
  }, 600_000);

  async function startLoad() {
    const name = `platonic_${++databases}`;
    await (cluster.nodes[0] as GaleraNode).query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    const locationOf = (node: GaleraNode) => ({
      dataDirectory: "/dev/null",
      databaseServer: readDatabaseUrl(cluster.url(name, [node])),
    });
    const location = { ...locationOf(cluster.nodes[0] as GaleraNode), environment: {}, remove: async () => {} };
    const { addWallet, ledger, database } = await openLedgerFixture(mariadb, {}, location);
    const owners = [await addWallet(100_000n), await addWallet(100_000n), await addWallet(), await addWallet()];
    await ledger.close();
    await database.close();
    const clients = cluster.nodes.map((node, index) =>
      startClient({
        location: locationOf(node),
        owners,
        seed: seed + 1 + index,
        // All three submit these, so that the same order meets itself on several nodes.
        shared: { seed, count: Math.round(transfers / 15) },
        count: Math.round(transfers / 3),
      }),
    );
    const entriesOn = async (node: GaleraNode): Promise<Line[]> => {
      const database = await openServiceDatabase(locationOf(node));
      onTestFinished(() => database.close());
      const ledger = await openLedger(database, { policy, rates: () => twoForOne, now: () => someDayMs, settleEvery });
      const entries = await expectConsistent(ledger);
      return entries.map((entry) => [
        "entry",
        entry.id,
        entry.sequence,
        entry.outcome,
        Buffer.from(entryDigest(entryBytes(entry))).toString("hex"),
      ]);
    };
    return { clients, entriesOn };
  }

  async function expectKept(clients: readonly Client[], entriesOn: (node: GaleraNode) => Promise<Line[]>) {
    const ledgers = await Promise.all(cluster.nodes.map(entriesOn));
    const told = clients.flatMap((client) => client.told);
    expect(judge(told, ledgers)).toEqual({ lost: [], toldDifferently: [], doubled: [] });
    expect(told.length).toBeGreaterThan(transfers / 2);
  }
});
