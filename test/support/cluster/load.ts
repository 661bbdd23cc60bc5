import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import { entryBytes, entryDigest } from "../../../server/modules/ledger/domain/entry/chain.ts";
import { openLedger } from "../../../server/modules/ledger/store/ledger.ts";
import { mariadb } from "../database/databases.ts";
import { expectConsistent } from "../ledger/consistency.ts";
import { checkpointEntries, policy, someDayMs, twoForOne } from "../ledger/constants.ts";
import { openLedgerFixture } from "../ledger/ledger-fixture.ts";
import type { Backwards, Line } from "../ledger/worker-process.ts";
import { judge, type Verdict } from "./checker.ts";
import { startClient } from "./client.ts";

/** Databases that receive the load, and those from which its outcome is read. */
export interface LoadOptions {
  /** Each client's database: the same one, through any servers. */
  readonly clients: readonly DatabaseLocation[];
  /** The database on each of its servers. */
  readonly nodes: readonly DatabaseLocation[];
  readonly seed: number;
  /** Requests that all clients make, so that the same order arrives at several servers. */
  readonly sharedCount: number;
  /** Whether each client keeps a journal of its acknowledgements, as the service does on a cluster. */
  readonly hasJournals?: boolean;
}

/** Clients that make transfers until they are told to finish. */
export interface Load {
  /** Number of acknowledged outcomes. */
  readonly told: number;
  /** Resolves after so many more acknowledgements. Rejects if a client has ended. */
  more(count: number): Promise<void>;
  /** Lets them finish, and compares their acknowledgements with the ledger of every node. */
  finish(): Promise<LoadReport>;
}

/** Answers to the clients, and findings afterwards. */
export interface LoadReport {
  readonly told: number;
  /** Answers that the database is unavailable. */
  readonly refusals: number;
  readonly verdict: Verdict;
  /** Readings of the head that were lower than an earlier one of the same client. */
  readonly backwards: readonly Backwards[];
  /** Longest time without an acknowledgement to any client. */
  readonly silenceMs: number;
}

/** Starts clients on an empty database, and waits until each has an acknowledgement. */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { clients: places, nodes, seed, sharedCount, hasJournals = false } = options;
  const owners = await openWallets(nodes[0] as DatabaseLocation);
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  const clients = places.map((location, index) =>
    startClient(
      {
        location,
        owners,
        seed: seed + 1 + index,
        shared: { seed, count: sharedCount },
        journalRoot: hasJournals ? temporaryFolder() : undefined,
      },
      wake,
    ),
  );
  const told = () => clients.reduce((sum, client) => sum + client.told.length, 0);

  function when(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const ended = clients.find(({ hasEnded }) => hasEnded);
        if (!isSo() && ended === undefined) return;
        waiting.delete(look);
        if (ended === undefined) resolve();
        else ended.finish().then(() => reject(new Error("a client has ended")), reject);
      };
      waiting.add(look);
      look();
    });
  }

  // A fault must not coincide with the start of a client.
  await when(() => clients.every((client) => client.told.length > 0));
  return {
    get told() {
      return told();
    },
    more(count) {
      const enough = told() + count;
      return when(() => told() >= enough);
    },
    async finish() {
      await Promise.all(clients.map((client) => client.finish()));
      const ledgers: Line[][] = [];
      for (const node of nodes) ledgers.push(await entriesOn(node));
      const lines = clients.flatMap((client) => client.told);
      return {
        told: lines.length,
        refusals: clients.reduce((sum, { refusals }) => sum + refusals, 0),
        verdict: judge(lines, ledgers),
        backwards: clients.flatMap(({ backwards }) => backwards),
        silenceMs: longestPause(clients.flatMap(({ toldAtMs }) => toldAtMs)),
      };
    },
  };
}

async function openWallets(location: DatabaseLocation): Promise<string[]> {
  const given = { ...location, environment: {}, remove: async () => {} };
  const { addWallet, ledger, database } = await openLedgerFixture(mariadb, {}, given);
  const owners = [await addWallet(100_000n), await addWallet(100_000n), await addWallet(), await addWallet()];
  await ledger.close();
  await database.close();
  return owners;
}

async function entriesOn(location: DatabaseLocation): Promise<Line[]> {
  const database = await openServiceDatabase(location);
  onTestFinished(() => database.close());
  const ledger = await openLedger(database, {
    policy,
    rates: () => twoForOne,
    now: () => someDayMs,
    checkpointEntries,
  });
  const entries = await expectConsistent(ledger);
  return entries.map((entry) => {
    const digest = Buffer.from(entryDigest(entryBytes(entry))).toString("hex");
    return ["entry", entry.id, entry.sequence, entry.outcome, digest];
  });
}

function longestPause(times: readonly number[]): number {
  const inOrder = times.toSorted((a, b) => a - b);
  return Math.round(inOrder.reduce((most, time, index) => Math.max(most, time - (inOrder[index - 1] ?? time)), 0));
}

function temporaryFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), "platonic-acknowledged-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
