import type { Logger } from "pino";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { createFixedWindowLimiter } from "../../core/fixed-window/fixed-window-limiter.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import type { SignatureCheck } from "../../core/signing/signature.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Operations } from "../../rpc/operations.ts";
import type { Identities, Vault } from "../identity/index.ts";
import type { LedgerSettings } from "./config.ts";
import type { Follower } from "./domain/follower.ts";
import type { Policy } from "./domain/policy.ts";
import type { KnownBatch } from "./domain/replay/audit.ts";
import type { Ledger } from "./domain/requests.ts";
import type { Wallets } from "./domain/wallets.ts";
import { holdExpiry } from "./expiry.ts";
import { openJournaledLedger } from "./journal/open.ts";
import { createLivePolicy } from "./live-policy.ts";
import { ledgerOperations } from "./operations/admin/ledger.ts";
import { ledgerCheck } from "./operations/admin/ledger-check.ts";
import { exchangeOperations } from "./operations/exchange/exchange.ts";
import { holdOperations } from "./operations/holds/holds.ts";
import type { ReceiptSigner } from "./operations/transfers/receipts.ts";
import { transactionOperations } from "./operations/transfers/transactions.ts";
import { walletOperations } from "./operations/wallets/wallets.ts";
import { orderChecks } from "./orders/order-checks.ts";
import { orderFlaws, pendingFlaws } from "./orders/order-flaws.ts";
import { pressureOf } from "./orders/submission.ts";
import { openRateSources } from "./rates/rate-sources.ts";
import { storedRates } from "./store/rates.ts";
import { storedWallets } from "./store/wallets.ts";

export interface LedgerModuleDeps {
  readonly database: Database;
  /** Folder of what is kept beside the database. */
  readonly dataDirectory: string;
  readonly isSignature: SignatureCheck;
  readonly identities: Identities;
  readonly vault: Vault;
  /** Signs receipts with the key of the service. */
  readonly receiptSigner: ReceiptSigner;
  /** Batches that others, such as backups, have observed in the ledger. */
  readonly knownBatches: () => Promise<readonly KnownBatch[]>;
  /** Is told of what this process writes. */
  readonly follower: Follower;
  /** Origin at which clients reach the service. */
  readonly ownAddress: () => string;
  /** Reads the feed of rates. */
  readonly fetch: typeof fetch;
  readonly settings: LedgerSettings;
  readonly log: Logger;
  /** Milliseconds since 1970, and the interval in which holds whose time is over are ended. */
  readonly clock?: { readonly now: () => number; readonly expiryMs: number } | undefined;
}

export interface LedgerModule {
  readonly ledger: Ledger;
  /** Fees, limits and currencies as they are now. */
  readonly policy: Policy;
  readonly wallets: Pick<Wallets, "find">;
  /** Whether the ledger is overloaded, for transports that apply backpressure. */
  readonly pressure: ReturnType<typeof pressureOf>;
  readonly transfer: Operations<typeof TransactionService>["transfer"];
  readonly tables: readonly ServiceTable[];
  /** Takes over the policy. @throws Error, without a change, if that takes a restart */
  reload(settings: Pick<LedgerSettings, "policy">): void;
}

/** Opens wallets, transactions, exchange and the ledger that holds them. */
export async function openLedgerModule(deps: LedgerModuleDeps, resources: AsyncDisposableStack): Promise<LedgerModule> {
  const { database, identities, vault, receiptSigner, isSignature, ownAddress, settings, log } = deps;
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
  const rates = sources.table;
  const { ledger, standing } = await openJournaledLedger(
    {
      ...deps,
      policy,
      rates: sources.ratesWith,
      setting: settings.journal,
      now,
    },
    resources,
  );
  const orderFlaw = orderFlaws(identities, policy, isSignature);
  const check = resources.adopt(
    ledgerCheck({
      ledger,
      entryFlaw: orderFlaw,
      pendingFlaw: pendingFlaws(policy),
      knownBatches: deps.knownBatches,
      standing,
      report: (error) => log.error({ err: error }, "could not replay the ledger"),
      now,
    }),
    (opened) => opened.close(),
  );
  const attempts = attemptsOf(settings, now);
  const failures = createFixedWindowLimiter({ ...windows.signatureFailures, now });
  const checks = orderChecks({ identities, failures, isSignature });
  const currentRates = sources.current;
  const wallets = storedWallets(database);
  const common = { ledger, wallets, identities, policy, rates, currentRates, ownAddress, attempts, now };
  const signed = { ...common, vault, checks, orderFlaw, receiptSigner };
  const transactions = transactionOperations(signed);
  resources.adopt(holdExpiry({ ledger, now, log, everyMs: deps.clock?.expiryMs }), (opened) => opened.close());
  return {
    ledger,
    policy,
    wallets,
    pressure: pressureOf(ledger),
    transfer: transactions.transfer,
    reload: (next) => replace(next.policy),
    tables: [
      { service: WalletService, operations: walletOperations(common) },
      { service: TransactionService, operations: transactions },
      { service: HoldService, operations: holdOperations(signed) },
      { service: ExchangeService, operations: exchangeOperations({ ...common, quoteSeconds: settings.quoteSeconds }) },
      { service: LedgerService, operations: ledgerOperations({ ...common, setRate: sources.set, check, standing }) },
    ],
  };
}

function attemptsOf({ transactionsPerMinute: countMax }: LedgerSettings, now: () => number) {
  const exceeded = `An identity may try ${countMax} transactions a minute`;
  return createFixedWindowLimiter({ ...windows.transactions, countMax, exceeded, now });
}
