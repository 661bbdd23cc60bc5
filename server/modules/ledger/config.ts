import { z } from "zod";
import { integer, jsonOrFile, webAddress } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import { isCurrencyCode, microAsset, standardAsset } from "./domain/assets.ts";
import { isSound } from "./domain/decide/quotation.ts";
import { defaultPolicy } from "./domain/default-policy.ts";
import { amountMax, minorOf } from "./domain/money.ts";
import type { AssetPolicy, Limit, Policy } from "./domain/policy.ts";
import { assetName, type QuotationText, quotationList } from "./rates/quotation-text.ts";

/** Fees, limits, currencies and rates. */
export interface LedgerSettings {
  /** Fees, limits and currencies. */
  readonly policy: Policy;
  /** Rates that hold where there are no others. */
  readonly rates: readonly QuotationText[];
  /** Where rates are published as JSON. Absent: they are configured, or set by administrators. */
  readonly rateFeedUrl: string | undefined;
  /** After so long a rate that was set or published is none any more. */
  readonly rateMaxAgeSeconds: number;
  /** How long a quote holds. */
  readonly quoteSeconds: number;
  /** Transactions, exchanges and seals that each identity may try, beside the calls of its plan. */
  readonly transactionsPerMinute: number;
}

const decimal = z.union([z.string(), z.number()]).transform(String);
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

/** What a value cannot mean, and where it is. */
class BadTerm extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}

/** What is configured of fees, limits and currencies, over what is the default: asset by asset and member by member. */
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

/** Rates that hold as long as the service runs with them. */
const fixedRates = quotationList.refine(
  (list) => list.every((quotation) => isSound({ ...quotation, origin: "", atMs: 0 })),
  "must have bids above 0, and no ask below its bid",
);

function assetOf(code: string, given: AssetTerms, standing: AssetPolicy | undefined): AssetPolicy {
  const isInternal = code === standardAsset || code === microAsset;
  const scale = given.scale ?? standing?.scale;
  if (scale === undefined) throw new BadTerm(["assets", code], "must have a scale, as the currency is new");
  if (isInternal && scale !== standing?.scale) throw new BadTerm(["assets", code, "scale"], "cannot be changed");
  // What is there for another scale would mean other amounts.
  const before = standing?.scale === scale ? standing : undefined;
  const minor = (text: string, ...path: string[]) => {
    const read = minorOf(text, scale);
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

/** Those of the standard token, as if a unit were worth the same. */
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
    .describe("Transactions, exchanges and seals that an identity may try in a minute, beside the calls of its plan"),
};

/** The ledger, read from the environment. */
export const ledgerSettings = settings({
  variables,
  read: (read): LedgerSettings => ({
    policy: read.LEDGER_POLICY ?? defaultPolicy,
    rates: read.RATES,
    rateFeedUrl: read.RATE_FEED_URL,
    rateMaxAgeSeconds: read.RATE_MAX_AGE,
    quoteSeconds: read.QUOTE_SECONDS,
    transactionsPerMinute: read.TRANSACTIONS_PER_MINUTE,
  }),
});
