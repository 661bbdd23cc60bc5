import type { DepositRequest } from "#contract/admin/v1/ledger_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context } from "../../../../rpc/operations.ts";
import { requestDigest } from "../../../ledger/domain/entry/digests.ts";
import type { Entry } from "../../../ledger/domain/entry/entry.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import { submitted } from "../../../ledger/index.ts";
import { requireAmount, requireAsset } from "../../orders/amounts.ts";
import { idTaken, requestedId } from "../../orders/request-id.ts";

export interface IssuanceDeps {
  readonly ledger: Ledger;
  readonly wallets: Pick<Wallets, "find">;
  readonly policy: Policy;
}

type IssueTerms = Pick<DepositRequest, "identityId" | "tokenType" | "currencyCode" | "amount" | "reference">;

/** Deposits or withdraws money, and returns the entry. */
export type Issue = (
  kind: "deposit" | "withdraw",
  terms: IssueTerms,
  /** Empty: a new id. */
  id: string,
  caller: Context,
) => Promise<Entry>;

export function issuance({ ledger, wallets, policy }: IssuanceDeps, now: () => number): Issue {
  async function refusalOf(reason: string, owner: string): Promise<Fault> {
    if (reason === "funds insufficient") return new Fault("STATE_INVALID", "The wallet does not hold this amount.");
    if (reason === "too much") {
      const parameter = "amount";
      return new Fault("PARAMETER_INVALID", "amount is more than the account can hold", { parameter });
    }
    if ((await wallets.find(owner)) !== undefined) return new Fault("STATE_INVALID", "The wallet is frozen.");
    return new Fault("RESOURCE_NOT_FOUND", "The identity has no wallet.");
  }

  return async (kind, terms, askedId, caller) => {
    const { identityId: owner, reference } = terms;
    const parameter = kind === "deposit" ? "deposit_id" : "withdrawal_id";
    const asset = requireAsset(policy, terms.tokenType, terms.currencyCode);
    const amount = requireAmount(terms.amount, asset);
    const id = requestedId(askedId, parameter, choicesOf(caller, now()));
    const digest = requestDigest(kind, [id, owner, asset.code, String(amount), reference]);
    const record = (await caller.act?.prepare({ targets: [id] }))?.statements;
    const request = { kind, id, owner, asset: asset.code, amount, reference, requestDigest: digest, record };
    const outcome = await submitted(ledger, request, caller);
    if (outcome.kind === "entry") return outcome.entry;
    if (outcome.kind === "refused") throw await refusalOf(outcome.reason, owner);
    throw idTaken(parameter, id);
  };
}
