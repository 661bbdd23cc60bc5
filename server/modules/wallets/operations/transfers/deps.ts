import type { FixedWindowLimiter } from "../../../../core/fixed-window/fixed-window-limiter.ts";
import type { Identities, Vault } from "../../../identity/index.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { OrderChecks } from "../../orders/order-checks.ts";
import type { ReceiptDeps } from "./receipts.ts";

export interface TransactionDeps extends Pick<ReceiptDeps, "proveBatch" | "receiptSigner"> {
  readonly ledger: Ledger;
  readonly identities: Pick<Identities, "signingKeys">;
  readonly vault: Pick<Vault, "sign">;
  readonly policy: Policy;
  readonly checks: OrderChecks;
  /** Limits the transactions of each identity. */
  readonly attempts: FixedWindowLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}
