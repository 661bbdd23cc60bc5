import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { GetBalancesAtRequest, WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { readMoment } from "../../../../rpc/pages.ts";
import { microAsset, standardAsset } from "../../../ledger/domain/assets.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import { scaleOf } from "../../messages/exchange-message.ts";
import { foundWallet } from "../../messages/found-wallet.ts";
import { assetFields, money } from "../../orders/amounts.ts";

export interface BalancesAtDeps {
  readonly wallets: Pick<Wallets, "find">;
  readonly ledger: Pick<Ledger, "lastSequence" | "balancesAt" | "batchOf" | "batchAt">;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Reads the balances of a wallet at a past moment of the ledger. */
export function balancesAt({
  wallets,
  ledger,
  policy,
  now,
}: BalancesAtDeps): Operations<typeof WalletService>["getBalancesAt"] {
  /** Returns the number of the last entry that counts. */
  async function endOf(request: GetBalancesAtRequest): Promise<number> {
    const { at } = request;
    const atMs = readMoment(at, "at");
    const sequence = Object.hasOwn(request, "sequence") ? Number(request.sequence) : undefined;
    if (atMs === undefined) return withinLedger(sequence, await ledger.lastSequence());
    if (sequence !== undefined) throw refused("at", "must not be set together with sequence", at);
    if (atMs > now()) throw refused("at", "must not be in the future", at);
    return (await ledger.batchAt(atMs))?.lastSequence ?? 0;
  }

  return async (request) => {
    const { identityId } = request;
    await foundWallet(wallets, identityId);
    const sequence = await endOf(request);
    const held = new Map((await ledger.balancesAt(identityId, sequence)).map(({ asset, balance }) => [asset, balance]));
    const batch = await ledger.batchOf(sequence);
    const assets = [standardAsset, microAsset, ...[...held.keys()].filter((code) => !isInternal(code))];
    return {
      balances: assets.map((asset) => ({
        ...assetFields(asset),
        ...money(held.get(asset) ?? 0n, { scale: scaleOf(asset, policy) }),
      })),
      sequence: BigInt(sequence),
      ...(batch !== undefined && { recordedAt: timestampFromMs(batch.atMs) }),
    };
  };
}

function isInternal(asset: string): boolean {
  return asset === standardAsset || asset === microAsset;
}

function withinLedger(sequence: number | undefined, last: number): number {
  if (sequence === undefined || (sequence >= 0 && sequence <= last)) return sequence ?? last;
  throw refused("sequence", `must be 0 to the number of the last entry of the ledger, ${last}`, sequence);
}

function refused(parameter: string, expected: string, provided: string | number): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided });
}
