import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { DismissLossesRequest, LedgerService, SetRateRequest } from "#contract/admin/v1/ledger_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import type { Alongside } from "../../../../core/alongside.ts";
import { Fault } from "../../../../core/fault.ts";
import type { Context, Operations } from "../../../../rpc/operations.ts";
import { decimalOf } from "../../../ledger/domain/money.ts";
import type { AssetPolicy } from "../../../ledger/domain/policy.ts";
import { isSound, type Quotation } from "../../../ledger/domain/rates/quotation.ts";
import { type RateTable, rateScale } from "../../../ledger/domain/rates/rates.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import type { LedgerCheck, LedgerTree, Reconciliation } from "../../../ledger/index.ts";
import { checkMessage } from "../../messages/check-message.ts";
import { issuanceOf, reversalOf } from "../../messages/entry-message.ts";
import { holdMessage } from "../../messages/hold-message.ts";
import { type WalletMessageDeps, walletMessage } from "../../messages/wallet-message.ts";
import { assetFields, minorOfAmount, rateMessage, requireAsset } from "../../orders/amounts.ts";
import { changedWallet } from "../wallets/wallets.ts";
import { issuance } from "./issuance.ts";
import { exportedBatches } from "./ledger-export.ts";
import { ledgerHeads } from "./ledger-head.ts";
import { holdRelease } from "./release.ts";
import { reversal } from "./reversal.ts";

export interface LedgerOperationsDeps extends WalletMessageDeps {
  readonly ledger: Ledger;
  readonly wallets: Wallets;
  readonly currentRates: () => Promise<RateTable>;
  /** Puts a manual rate into force. */
  readonly setRate: (quotation: Quotation, alongside?: Alongside) => Promise<void>;
  readonly check: LedgerCheck;
  /** The tree of the batches. */
  readonly tree: LedgerTree;
  /** Undefined if no journal is kept. */
  readonly reconciliation?: Pick<Reconciliation, "dismiss"> | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The operations of admin.v1.LedgerService. */
export function ledgerOperations(deps: LedgerOperationsDeps): Operations<typeof LedgerService> {
  const { ledger, wallets, policy, currentRates, setRate, now = Date.now } = deps;

  const release = holdRelease(ledger, now);

  return {
    ...movements(deps, now),

    async releaseHold(request, caller) {
      const hold = await release(request, caller);
      return { hold: holdMessage(hold, policy, (await ledger.reversedOf([hold.id])).get(hold.id)) };
    },

    async freezeWallet({ identityId, isFrozen }, { act }) {
      const record = await act?.prepare();
      const wallet = await changedWallet(wallets, identityId, { ifMatch: "" }, { isFrozen }, record?.alongside);
      return { wallet: await walletMessage(wallet, deps) };
    },

    async setRate(request, { act }) {
      const source = requireAsset(policy, request.sourceType, request.sourceCurrencyCode, "source_currency_code");
      const target = requireAsset(policy, request.targetType, request.targetCurrencyCode, "target_currency_code");
      const [bid, ask] = [request.bid, request.ask].map((side) => minorOfAmount(side, rateScale));
      const common = { source: source.code, target: target.code, origin: "", atMs: now() };
      const quotation = { ...common, bid: bid ?? 0n, ask: ask ?? 0n };
      if (!isSound(quotation)) throw badRate(quotation, request, bid === undefined || bid <= 0n ? "bid" : "ask");
      const record = await act?.prepare();
      await setRate(quotation, record?.alongside);
      const rates = await currentRates();
      const set = [rates(source.code, target.code), rates(target.code, source.code)];
      return { rates: set.filter((rate) => rate !== undefined).map(rateMessage) };
    },

    getLedgerPolicy() {
      const assets = [...policy.assets.values()];
      return {
        assets: assets.map(assetMessage),
        limits: assets.flatMap(limitMessages),
        exchangeBasisPoints: policy.exchangeBasisPoints,
      };
    },

    ...ledgerChecks(deps),
    ...ledgerHeads(deps.tree),

    async exportLedger({ after, pageSize }) {
      const batches = await exportedBatches(ledger, Number(after), pageSize);
      return {
        entriesTotal: BigInt(await ledger.lastSequence()),
        batches: batches.map(({ batch, entries }) => ({
          number: BigInt(batch.number),
          firstSequence: BigInt(batch.firstSequence),
          lastSequence: BigInt(batch.lastSequence),
          previousHash: batch.previousHash,
          hash: batch.hash,
          writtenAt: timestampFromMs(batch.atMs),
          entries,
          ...(batch.treeSize > 0 && { treeSize: BigInt(batch.treeSize) }),
        })),
      };
    },
  };
}

/** Operations that check the ledger, and what this process has acknowledged. */
function ledgerChecks({ check, reconciliation }: LedgerOperationsDeps) {
  return {
    checkLedger() {
      check.start();
      return check.last === undefined ? {} : { check: checkMessage(check.last) };
    },

    getLedgerCheck() {
      return check.last === undefined ? {} : { check: checkMessage(check.last) };
    },

    async dismissLosses({ ids }: DismissLossesRequest, { act }: Context) {
      await act?.begin();
      return { dismissed: (await reconciliation?.dismiss(ids)) ?? 0 };
    },
  } satisfies Partial<Operations<typeof LedgerService>>;
}

type Movements = "deposit" | "withdraw" | "reverseTransaction";

/** Operations that move money. */
function movements(deps: LedgerOperationsDeps, now: () => number): Pick<Operations<typeof LedgerService>, Movements> {
  const { policy } = deps;
  const issue = issuance(deps, now);
  const reverse = reversal(deps, now);

  return {
    async deposit(request, caller) {
      return { issuance: issuanceOf(await issue("deposit", request, request.depositId, caller), policy) };
    },

    async withdraw(request, caller) {
      return { issuance: issuanceOf(await issue("withdraw", request, request.withdrawalId, caller), policy) };
    },

    async reverseTransaction(request, caller) {
      return { reversal: reversalOf(await reverse(request, caller), policy) };
    },
  };
}

function badRate({ source, target }: Quotation, request: SetRateRequest, side: "bid" | "ask"): Fault {
  if (source === target) {
    const parameter = "target_type";
    const provided = `TOKEN_${TokenType[request.targetType]}`;
    return new Fault("PARAMETER_INVALID", `${parameter} must be another asset than the source`, {
      parameter,
      provided,
    });
  }
  const expected = side === "bid" ? "must be above 0" : "must not be below the bid";
  return new Fault("PARAMETER_INVALID", `${side} ${expected}, with at most ${rateScale} decimal places`, {
    parameter: side,
    provided: request[side]?.form.value,
  });
}

function assetMessage(asset: AssetPolicy) {
  const { scale } = asset;
  return {
    ...assetFields(asset.code),
    scale,
    feeBasisPoints: asset.feeBasisPoints,
    feeMinimum: decimalOf(asset.feeMinimum, scale),
    exchangeFeeMinimum: decimalOf(asset.exchangeFeeMinimum, scale),
    networkFee: decimalOf(asset.networkFee, scale),
  };
}

function limitMessages({ code, scale, limits }: AssetPolicy) {
  return limits.map(({ perTransaction, perDay }, verificationLevel) => ({
    ...assetFields(code),
    verificationLevel,
    perTransaction: decimalOf(perTransaction, scale),
    perDay: decimalOf(perDay, scale),
  }));
}
