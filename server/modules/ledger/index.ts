export { confirmationCode, entryBytes, entryDigest } from "./domain/entry/chain.ts";
export { entryKinds } from "./domain/entry/entry.ts";
export { kindFacts } from "./domain/entry/kinds.ts";
export type { Ledger } from "./domain/requests.ts";
export type { Wallets } from "./domain/wallets.ts";
export type { OpenRelay, Passed, RelayQuestions } from "./feed/relay.ts";
export { type EventMessage, firstCursor, type LedgerEvents } from "./operations/events/ledger-events.ts";
export { relayedEvents } from "./operations/events/relayed-events.ts";
export { type ReceiptKey, receiptCheck } from "./operations/transfers/receipt-check.ts";
