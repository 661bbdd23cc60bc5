export { entryMessage } from "./messages/entry-message.ts";
export { foundWallet } from "./messages/found-wallet.ts";
export { type ReceiptKey, receiptCheck } from "./operations/transfers/receipt-check.ts";
