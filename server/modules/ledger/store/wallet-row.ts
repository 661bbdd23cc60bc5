import { EntitySchema } from "typeorm";
import { columnsOf } from "../../../database/column-list.ts";
import { exactColumn, integerColumn, jsonColumn, momentColumn } from "../../../database/columns.ts";
import type { WalletConfiguration } from "../domain/wallets.ts";

/** A row of `exchange_quotes`. */
export interface ExchangeQuoteRow {
  id: string;
  owner: string;
  source: string;
  sourceAmount: bigint;
  target: string;
  /** Decimal digits: the value may exceed 64 bits. */
  rate: string;
  origin: string;
  rateAtMs: number;
  endsAt: Date;
}

/** The table `exchange_quotes`: quotes that have not been used. */
export const exchangeQuoteRows = new EntitySchema<ExchangeQuoteRow>({
  name: "ExchangeQuote",
  tableName: "exchange_quotes",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    owner: { type: "varchar", length: 36 },
    source: { type: "varchar", length: 16 },
    sourceAmount: { ...exactColumn, name: "source_amount" },
    target: { type: "varchar", length: 16 },
    rate: { type: "varchar", length: 60 },
    origin: { type: "varchar", length: 200 },
    rateAtMs: { ...integerColumn, name: "rate_at" },
    endsAt: { ...momentColumn, name: "ends_at" },
  },
});

export const quoteColumns = columnsOf(exchangeQuoteRows);

/** A row of `exchange_rates`. */
export interface ExchangeRateRow {
  source: string;
  target: string;
  rate: string;
  origin: string;
  atMs: number;
}

/** The table `exchange_rates`: rates that administrators have set. */
export const exchangeRateRows = new EntitySchema<ExchangeRateRow>({
  name: "ExchangeRate",
  tableName: "exchange_rates",
  columns: {
    source: { type: "varchar", length: 16, primary: true },
    target: { type: "varchar", length: 16, primary: true },
    rate: { type: "varchar", length: 60 },
    origin: { type: "varchar", length: 200 },
    atMs: { ...integerColumn, name: "rate_at" },
  },
});

export const rateColumns = columnsOf(exchangeRateRows);

/** A row of `wallets`. */
export interface WalletRow {
  identityId: string;
  configuration: WalletConfiguration;
  /** Copied from the wallet's configuration, for decisions. */
  autoExchange: number;
  isFrozen: number;
  version: number;
  createdAtMs: number;
}

/** The table `wallets`. */
export const walletRows = new EntitySchema<WalletRow>({
  name: "Wallet",
  tableName: "wallets",
  columns: {
    identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
    configuration: jsonColumn,
    autoExchange: { ...integerColumn, name: "auto_exchange" },
    isFrozen: { ...integerColumn, name: "is_frozen" },
    version: integerColumn,
    createdAtMs: { ...integerColumn, name: "created_at" },
  },
});

/** Columns of a wallet that decisions use. */
export const walletFactColumns = columnsOf(walletRows, ["identityId", "isFrozen", "autoExchange"]);
