import { Code, ConnectError } from "@connectrpc/connect";

/** Whether a call was refused although its credentials are valid: they lack a permission. Its reason alone does not tell. */
export function lacksPermission(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ConnectError && one.code === Code.PermissionDenied) return true;
  }
  return false;
}
