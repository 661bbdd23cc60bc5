import { ExchangeErrorCode } from "#contract/wallet/v1/exchange_pb.js";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";

type Sentences<Code> = Readonly<Record<Exclude<keyof Code, "UNSPECIFIED">, string>>;

const transactions: Sentences<typeof TransactionErrorCode> = {
  INVALID_TRANSACTION:
    "The order cannot be carried out: it has expired, names its sender as the recipient, has an amount that the token does not " +
    "allow, or costs more than it may; or the wallet is frozen. Look at it, and pay again.",
  INVALID_SIGNATURE: "No valid key of the sender has signed it: the key was revoked. Sign in with another one.",
  INSUFFICIENT_FUNDS: "The wallet has less than the amount and its fee.",
  INVALID_RECIPIENT: "The recipient has no wallet. Ask for their address again.",
  LIMIT_EXCEEDED: "It is above the limit of the sender's verification level. Raise the level, or pay less.",
  CHANNEL_FAILURE: "It was not processed in time, and never will be. Pay again if you still want to.",
  HOLD_UNKNOWN: "There is no such hold for this wallet in this token.",
  HOLD_ENDED: "The hold has ended: it was captured or released, or its time is over.",
  LINKED_FAILED: "Another order of the set failed, so that none of them was processed.",
  REVERSAL_INVALID:
    "It gives back what this wallet has not received from that sender in this token, or what is given back already.",
  REVERSAL_EXCEEDED: "It gives back more than is left of the transaction.",
};

const exchanges: Sentences<typeof ExchangeErrorCode> = {
  INVALID_WALLET: "The identity has no wallet, or it is frozen.",
  INSUFFICIENT_FUNDS: "The wallet has less than that.",
  RATE_UNAVAILABLE:
    "There is no rate between these two, or the quote has expired. Get another quote; an administrator sets rates.",
  EXECUTION_FAILED: "Nothing would be left after the fees, or the amount is too large. Exchange another amount.",
};

/** Says why a transaction was refused, and what to do. */
export function transactionRefusal(code: TransactionErrorCode): string {
  const name = TransactionErrorCode[code] as keyof typeof transactions | undefined;
  return (name && transactions[name]) ?? `The service refused it with code ${code}, which this version does not know.`;
}

/** Says why an exchange was refused, and what to do. */
export function exchangeRefusal(code: ExchangeErrorCode): string {
  const name = ExchangeErrorCode[code] as keyof typeof exchanges | undefined;
  return (name && exchanges[name]) ?? `The service refused it with code ${code}, which this version does not know.`;
}
