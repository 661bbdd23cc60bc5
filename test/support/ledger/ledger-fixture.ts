import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Database } from "../../../server/database/source.ts";
import type { Entry } from "../../../server/modules/ledger/domain/entry/entry.ts";
import type { Ledger, Outcome } from "../../../server/modules/ledger/domain/requests.ts";
import type { Wallet, Wallets } from "../../../server/modules/ledger/domain/wallets.ts";
import { type LedgerDeps, openLedger } from "../../../server/modules/ledger/store/ledger.ts";
import { storedWallets } from "../../../server/modules/ledger/store/wallets.ts";
import { type LedgerThreadDeps, ledgerThread } from "../../../server/modules/ledger/thread/writer.ts";
import type { TestDatabase, TestLocation } from "../database/databases.ts";
import { checkpointEntries, policy, someDayMs, twoForOne } from "./constants.ts";
import { deposit } from "./requests.ts";

export interface LedgerFixture {
  readonly database: Database;
  readonly location: TestLocation;
  readonly ledger: Ledger;
  readonly wallets: Wallets;
  /** Opens a wallet and deposits money into it; returns its owner. */
  addWallet(balance?: bigint, members?: Partial<Wallet["configuration"]>): Promise<string>;
}

/** Opens a ledger for one test: on a new database, or on the given one like another process. */
export async function openLedgerFixture(
  engine: TestDatabase,
  deps: Partial<LedgerDeps> = {},
  given?: TestLocation,
): Promise<LedgerFixture> {
  const database = await engine.open(given);
  const ledger = await openLedger(database, {
    policy,
    rates: () => twoForOne,
    now: () => someDayMs,
    checkpointEntries,
    ...inThread(deps),
    ...deps,
  });
  onTestFinished(() => ledger.close());
  const wallets = storedWallets(database);
  return {
    database,
    location: database.location,
    ledger,
    wallets,
    async addWallet(balance = 0n, members = {}) {
      const identityId = randomUUID();
      await wallets.open(newWallet(identityId, members));
      if (balance > 0n) entryOf(await ledger.submit(deposit(identityId, balance)));
      return identityId;
    },
  };
}

/** Has the ledger on SQLite write in a thread of its own where tests are run with threads, unless a test looks into it. */
function inThread(deps: Partial<LedgerDeps>): Partial<LedgerDeps> {
  const isInside = deps.afterStep !== undefined || deps.decideWith !== undefined || deps.rates !== undefined;
  if (isInside || (process.env["TEST_THREADS"] ?? "1") === "1") return {};
  return { openWriter: async (database) => threadOf(database, deps) };
}

/** Opens the thread of a ledger with the rules of the fixture. */
export function threadOf(database: Database, deps: Partial<LedgerDeps> = {}, more: Partial<LedgerThreadDeps> = {}) {
  const { policy: ofTest = policy, now = () => someDayMs, follower, measure } = deps;
  const onLost = (error: unknown) => {
    throw error;
  };
  const rates = () => ({ quotations: [], maxAgeMs: 0 });
  const program = new URL("./ledger-thread.ts", import.meta.url);
  return ledgerThread(database, {
    policy: ofTest,
    rates,
    now,
    follower,
    measure,
    checkpointEntries,
    onLost,
    program,
    ...more,
  });
}

export function newWallet(identityId: string, members: Partial<Wallet["configuration"]> = {}): Wallet {
  const configuration = {
    useChannel: true,
    autoExchange: false,
    channelEndpoint: "",
    confirmTimeoutMs: 30_000,
    retryCount: 3,
    httpEndpoint: "",
    ...members,
  };
  return { identityId, configuration, isFrozen: false, version: 1, createdAtMs: someDayMs };
}

/** Returns the entry of an outcome; throws if it has none. */
export function entryOf(outcome: Outcome): Entry {
  if (outcome.kind !== "entry") throw new Error(`no entry, but ${outcome.kind}`);
  return outcome.entry;
}
