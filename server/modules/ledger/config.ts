import { z } from "zod";
import { integer, isDistinct, jsonOrFile, webAddress } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import { isCurrencyCode, microAsset, standardAsset } from "./domain/assets.ts";
import { defaultPolicy } from "./domain/default-policy.ts";
import { amountMax, minorOfValue } from "./domain/money.ts";
import type { AssetPolicy, Limit, Policy } from "./domain/policy.ts";
import { isSound } from "./domain/rates/quotation.ts";
import { usualBounds } from "./engine/checkpoint/bounds.ts";
import { assetName, type QuotationText, quotationList } from "./rates/quotation-text.ts";

/** Settings of the ledger: fees, limits, currencies and rates. */
export interface LedgerSettings {
  /** Fees, limits and currencies. */
  readonly policy: Policy;
  /** Rates for pairs that no other source quotes. */
  readonly rates: readonly QuotationText[];
  /** URL of a rate feed in JSON; undefined: no feed. */
  readonly rateFeedUrl: string | undefined;
  /** Age after which a manual or published rate is stale. */
  readonly rateMaxAgeSeconds: number;
  /** Lifetime of a quote. */
  readonly quoteSeconds: number;
  /** Limit of the transactions, exchanges and voids of each identity, in addition to the limits of its plan. */
  readonly transactionsPerMinute: number;
  /** Whether acknowledgements to callers are kept in a journal beside a database server. */
  readonly journal: "on" | "off" | "auto";
  /** Most wallets, and most accounts of an asset, that are kept in memory on SQLite. */
  readonly cachedAccounts: number;
}

const decimal = z.union([z.string(), z.number()]);
const basisPoints = z.int().min(0).max(9_999);
const limit = z.strictObject({ perTransaction: decimal, perDay: decimal });

const assetTerms = z.strictObject({
  scale: z.int().min(0).max(12).optional(),
  feeBasisPoints: basisPoints.optional(),
  feeMinimum: decimal.optional(),
  exchangeFeeMinimum: decimal.optional(),
  networkFee: decimal.optional(),
  limits: z.array(limit).length(6, "must have 6 entries: for the verification levels 0 to 5").optional(),
});

const policyTerms = z.strictObject({
  exchangeBasisPoints: basisPoints.optional(),
  assets: z.record(assetName, assetTerms).default({}),
});

type AssetTerms = z.infer<typeof assetTerms>;

/** Thrown for a term that is not valid; names its path. */
class BadTerm extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}

/** Merges the configured policy into the default one, asset by asset and member by member. */
const ledgerPolicy = policyTerms.transform((terms, context): Policy => {
  const assets = new Map(defaultPolicy.assets);
  try {
    for (const [code, given] of Object.entries(terms.assets)) {
      assets.set(code, assetOf(code, given, assets.get(code)));
    }
  } catch (error) {
    if (!(error instanceof BadTerm)) throw error;
    context.addIssue({ code: "custom", message: error.message, path: [...error.path] });
    return z.NEVER;
  }
  return { assets, exchangeBasisPoints: terms.exchangeBasisPoints ?? defaultPolicy.exchangeBasisPoints };
});

/** Rates from the configuration, which never become stale. */
const fixedRates = quotationList
  .refine(
    (list) => list.every((quotation) => isSound({ ...quotation, origin: "", atMs: 0 })),
    "must have bids above 0, and no ask below its bid",
  )
  .refine((list) => isDistinct(list.map(({ source, target }) => `${source} ${target}`)), "has two rates of one pair");

function assetOf(code: string, given: AssetTerms, current: AssetPolicy | undefined): AssetPolicy {
  const isInternal = code === standardAsset || code === microAsset;
  const scale = given.scale ?? current?.scale;
  if (scale === undefined) throw new BadTerm(["assets", code], "must have a scale, as the currency is new");
  if (isInternal && scale !== current?.scale) throw new BadTerm(["assets", code, "scale"], "cannot be changed");
  // Defaults in another scale would mean other amounts.
  const before = current?.scale === scale ? current : undefined;
  const minor = (value: string | number, ...path: string[]) => {
    const read = minorOfValue(value, scale);
    if (read !== undefined && read <= amountMax * 1_000n) return read;
    throw new BadTerm(["assets", code, ...path], `must be an amount with at most ${scale} decimal places`);
  };
  const member = (name: "feeMinimum" | "exchangeFeeMinimum" | "networkFee", otherwise: bigint) => {
    const text = given[name];
    return text === undefined ? (before?.[name] ?? otherwise) : minor(text, name);
  };
  if (given.networkFee !== undefined && !isCurrencyCode(code)) {
    throw new BadTerm(["assets", code, "networkFee"], "is for external currencies only");
  }
  const limits = given.limits?.map(
    (one, level): Limit => ({
      perTransaction: minor(one.perTransaction, "limits", String(level), "perTransaction"),
      perDay: minor(one.perDay, "limits", String(level), "perDay"),
    }),
  );
  return {
    code,
    scale,
    feeBasisPoints: given.feeBasisPoints ?? before?.feeBasisPoints ?? newCurrency.feeBasisPoints,
    feeMinimum: member("feeMinimum", 1n),
    exchangeFeeMinimum: member("exchangeFeeMinimum", 1n),
    networkFee: member("networkFee", 0n),
    limits: limits ?? before?.limits ?? limitsIn(scale),
  };
}

const newCurrency = { feeBasisPoints: 10 };

/** Returns the limits of the standard token, as if a unit of this asset had the same value. */
function limitsIn(scale: number): Limit[] {
  const standard = defaultPolicy.assets.get(standardAsset) as AssetPolicy;
  const rescaled = (amount: bigint) => (amount * 10n ** BigInt(scale)) / 10n ** BigInt(standard.scale);
  return standard.limits.map(({ perTransaction, perDay }) => ({
    perTransaction: rescaled(perTransaction),
    perDay: rescaled(perDay),
  }));
}

const variables = {
  LEDGER_POLICY: jsonOrFile
    .pipe(ledgerPolicy)
    .optional()
    .describe("Fees, limits and currencies, over the default ones"),
  RATES: jsonOrFile.pipe(fixedRates).default([]).describe("Rates of exchange that hold as long as the service runs"),
  RATE_FEED_URL: webAddress.optional().describe("Where rates of exchange are read every 30 seconds"),
  RATE_MAX_AGE: integer(1, 31_536_000)
    .default(3_600)
    .describe("Seconds after which a rate that was set or published is stale"),
  QUOTE_SECONDS: integer(1, 3_600).default(30).describe("Seconds that a quote holds"),
  TRANSACTIONS_PER_MINUTE: integer(1, 1_000_000_000)
    .default(windows.transactions.countMax)
    .describe("Transactions, exchanges and voids that an identity may try in a minute, beside the calls of its plan"),
  LEDGER_JOURNAL: z
    .enum(["auto", "on", "off"])
    .default("auto")
    .describe("Whether acknowledgements are kept in `DATA_DIR`, beside a database server; `auto`: beside Galera"),
  LEDGER_CACHED_ACCOUNTS: integer(1_000, 10_000_000)
    .default(usualBounds.cachedAccounts)
    .describe("Wallets, and accounts of an asset, that stay in memory for the next payments on SQLite"),
};

/** Settings of the ledger, read from the environment. */
export const ledgerSettings = settings({
  variables,
  secrets: ["RATE_FEED_URL"],
  read: (read): LedgerSettings => ({
    policy: read.LEDGER_POLICY ?? defaultPolicy,
    rates: read.RATES,
    rateFeedUrl: read.RATE_FEED_URL,
    rateMaxAgeSeconds: read.RATE_MAX_AGE,
    quoteSeconds: read.QUOTE_SECONDS,
    transactionsPerMinute: read.TRANSACTIONS_PER_MINUTE,
    journal: read.LEDGER_JOURNAL,
    cachedAccounts: read.LEDGER_CACHED_ACCOUNTS,
  }),
});
