import type { Logger } from "pino";
import type { Alongside } from "../../core/alongside.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { SignatureCheck } from "../../core/signing/signature.ts";
import type { Database } from "../../database/source.ts";
import type { Identities } from "../identity/index.ts";
import { batchProof, type ProveBatch } from "./batch-proof.ts";
import { type LedgerCheck, ledgerCheck } from "./check.ts";
import type { LedgerSettings } from "./config.ts";
import type { Follower } from "./domain/follower.ts";
import type { Policy } from "./domain/policy.ts";
import type { Quotation } from "./domain/rates/quotation.ts";
import type { RateTable } from "./domain/rates/rates.ts";
import type { Ledger } from "./domain/requests.ts";
import type { Wallets } from "./domain/wallets.ts";
import type { Reconciliation } from "./engine/journal/journal.ts";
import type { Finding, KnownBatch } from "./engine/replay/audit.ts";
import { holdExpiry } from "./expiry.ts";
import { openJournaledLedger } from "./journal/open.ts";
import { createLivePolicy } from "./live-policy.ts";
import { batchMeasurements, lostThreads, offerLedger } from "./metrics.ts";
import { orderFlaws, pendingFlaws } from "./orders/order-flaws.ts";
import { pressureOf } from "./orders/submission.ts";
import { openRateSources } from "./rates/rate-sources.ts";
import { storedRates } from "./store/rates.ts";
import { rowsOfLedger } from "./store/rows.ts";
import { storedWallets } from "./store/wallets.ts";
import { ledgerThread } from "./thread/writer.ts";
import { type LedgerTree, ledgerTree } from "./tree-proofs.ts";

export interface LedgerModuleDeps {
  readonly database: Database;
  /** Folder of the data kept outside the database. */
  readonly dataDirectory: string;
  readonly isSignature: SignatureCheck;
  readonly identities: Identities;
  /** Batches that others, such as backups, have observed in the ledger. */
  readonly knownBatches: () => Promise<readonly KnownBatch[]>;
  /** Returns what others find that is checked together with the ledger. */
  readonly otherFindings: () => Promise<readonly Finding[]>;
  /** Is notified of this process's writes. */
  readonly follower: Follower;
  /** Reads the rate feed. */
  readonly fetch: typeof fetch;
  readonly settings: LedgerSettings;
  /** Whether the ledger decides and writes in a thread of its own. */
  readonly hasThread: boolean;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Milliseconds since 1970, and the interval at which holds whose time is over are ended. */
  readonly clock?: { readonly now: () => number; readonly expiryMs: number } | undefined;
}

export interface LedgerModule {
  readonly ledger: Ledger;
  /** Present fees, limits and currencies. */
  readonly policy: Policy;
  readonly wallets: Wallets;
  /** Rates known to this process. */
  readonly rates: RateTable;
  /** Reads the rates in force now. */
  readonly currentRates: () => Promise<RateTable>;
  /** Puts a manual rate into force. */
  readonly setRate: (quotation: Quotation, alongside?: Alongside) => Promise<void>;
  readonly check: LedgerCheck;
  /** Compares the journal of this process with the ledger; undefined if it keeps none. */
  readonly reconciliation: Reconciliation | undefined;
  readonly proveBatch: ProveBatch;
  /** The tree of the batches. */
  readonly tree: LedgerTree;
  /** Whether the ledger is overloaded, for transports that apply backpressure. */
  readonly pressure: ReturnType<typeof pressureOf>;
  /** Applies the policy. @throws Error, without a change, if that takes a restart */
  reload(settings: Pick<LedgerSettings, "policy">): void;
}

/** Opens the ledger, and its checks. */
export async function openLedgerModule(deps: LedgerModuleDeps, resources: AsyncDisposableStack): Promise<LedgerModule> {
  const { database, identities, isSignature, settings, metrics, log } = deps;
  const { policy, replace } = createLivePolicy(settings.policy);
  const now = deps.clock?.now ?? Date.now;
  const sources = resources.adopt(
    await openRateSources({
      fixed: settings.rates,
      stored: storedRates(database),
      feedUrl: settings.rateFeedUrl,
      maxAgeMs: settings.rateMaxAgeSeconds * 1000,
      fetch: deps.fetch,
      now,
      report: (error) => log.warn({ err: error }, "could not read rates"),
    }),
    (opened) => opened.close(),
  );
  const measure = batchMeasurements(metrics);
  const lost = lostThreads(metrics, log);
  const terms = { policy, now, follower: deps.follower, measure, cachedAccounts: settings.cachedAccounts };
  const openThread = async (opened: Database) =>
    ledgerThread(opened, { ...terms, rates: sources.quoted, onLost: lost });
  const { ledger, reconciliation } = await openJournaledLedger(
    {
      ...deps,
      ...terms,
      rates: sources.ratesWith,
      setting: settings.journal,
      openWriter: deps.hasThread ? openThread : undefined,
    },
    resources,
  );
  const orderFlaw = orderFlaws(identities, policy, isSignature);
  const check = resources.adopt(
    ledgerCheck({
      rows: () => rowsOfLedger(database.manager),
      entryFlaw: orderFlaw,
      pendingFlaw: pendingFlaws(policy),
      knownBatches: deps.knownBatches,
      otherFindings: deps.otherFindings,
      reconciliation,
      report: (error) => log.error({ err: error }, "could not replay the ledger"),
      now,
    }),
    (opened) => opened.close(),
  );
  const expiry = resources.adopt(holdExpiry({ ledger, now, log, everyMs: deps.clock?.expiryMs }), (opened) =>
    opened.close(),
  );
  offerLedger(metrics, { ledger, check, expired: () => expiry.count, now });
  return {
    ledger,
    policy,
    wallets: storedWallets(database),
    rates: sources.table,
    currentRates: sources.current,
    setRate: sources.set,
    check,
    reconciliation,
    proveBatch: batchProof({ ledger, orderFlaw }),
    tree: ledgerTree(ledger),
    pressure: pressureOf(ledger),
    reload: (next) => replace(next.policy),
  };
}
