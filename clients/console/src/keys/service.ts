import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { UsageService } from "#contract/admin/v1/usage_pb.js";
import { account, client } from "../account/account.ts";

export const keys = () => client.value.of(KeyService);
export const usage = () => client.value.of(UsageService);

/** Returns the owner of the keys to show: the signed-in identity, or everybody for an administrator. */
export function owner(): { readonly identityId?: string } {
  return account.value.kind === "identity" ? { identityId: account.value.identityId } : {};
}
