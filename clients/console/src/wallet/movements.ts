import type { LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import { assetName } from "../ui/assets.ts";

/** Returns the signed amounts of an entry, as it changed the wallet that reads it. */
export function movementsOf({ movements }: LedgerEntry): string[] {
  return movements.map(
    ({ exactAmount, ...asset }) => `${exactAmount.startsWith("-") ? "" : "+"}${exactAmount} ${assetName(asset)}`,
  );
}
