import { Code, ConnectError } from "@connectrpc/connect";

/** Whether a call was refused because its valid credentials lack a permission, which its reason alone does not show. */
export function lacksPermission(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ConnectError && one.code === Code.PermissionDenied) return true;
  }
  return false;
}
