import { holdRows } from "./hold-row.ts";
import { ledgerAccountRows, ledgerBatchRows, ledgerEntryRows, ledgerPostingRows } from "./ledger-row.ts";
import { pendingTransferRows } from "./pending-transfer-row.ts";
import { ledgerReversalRows } from "./reversal-row.ts";
import { exchangeQuoteRows, exchangeRateRows, walletRows } from "./wallet-row.ts";

/** The tables of the ledger. */
export const ledgerTables = [
  ledgerEntryRows,
  ledgerPostingRows,
  ledgerAccountRows,
  ledgerBatchRows,
  ledgerReversalRows,
  pendingTransferRows,
  holdRows,
  exchangeQuoteRows,
  exchangeRateRows,
  walletRows,
];
