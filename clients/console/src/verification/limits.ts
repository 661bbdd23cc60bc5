import type { GetLedgerPolicyResponse } from "#contract/admin/v1/ledger_pb.js";
import type { VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import { assetName } from "../ui/assets.ts";

/** Largest amounts of an asset that an identity of a level may send, with grouped digits. */
export interface Limit {
  readonly perTransaction: string;
  readonly perDay: string;
}

/** Returns the names of the service's assets. */
export function assetsOf({ assets }: Pick<GetLedgerPolicyResponse, "assets">): string[] {
  return assets.map(assetName);
}

/** Returns the limit of an asset at a level; undefined if none of it may be sent. */
export function limitOf(
  { limits }: Pick<GetLedgerPolicyResponse, "limits">,
  asset: string,
  level: VerificationLevel,
): Limit | undefined {
  const found = limits.find((limit) => limit.verificationLevel === level && assetName(limit) === asset);
  return found && { perTransaction: grouped(found.perTransaction), perDay: grouped(found.perDay) };
}

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });

/** Groups the digits of a decimal without rounding it. */
function grouped(decimal: string): string {
  return format.format(decimal as `${number}`);
}
