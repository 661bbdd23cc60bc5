import { Reason as WireReason } from "#contract/fault/v1/fault_pb.js";
import type { Fault } from "../../core/fault.ts";
import { faultBody, faultTable } from "../../rpc/errors/faults.ts";
import { errorOf, type Reply, serviceErrors } from "./replies.ts";

/** Returns the standard Varlink error of a fault, the same for both kinds of interface; undefined if there is none. */
export function commonError(fault: Fault): Reply | undefined {
  switch (fault.reason) {
    case "PARAMETER_REQUIRED":
    case "PARAMETER_INVALID":
    case "REQUEST_TOO_LARGE":
      return serviceErrors.invalidParameter(fault.facts.parameter ?? "");
    case "PERMISSION_DENIED":
      return serviceErrors.permissionDenied();
    default:
      return undefined;
  }
}

/** Returns a fault as an error of the interface: named after its reason, with the parameters of REST. */
export function faultError(fault: Fault, interfaceName: string, requestId: string): Reply {
  const { error } = faultBody(fault, requestId) as { error: object };
  return commonError(fault) ?? errorOf(`${interfaceName}.${errorName(faultTable[fault.reason].wire)}`, error);
}

/** Returns the names of all errors of an interface, in the order of the contract. */
export function errorNames(): string[] {
  const common = new Set(["PARAMETER_REQUIRED", "PARAMETER_INVALID", "REQUEST_TOO_LARGE", "PERMISSION_DENIED"]);
  const reasons = Object.entries(faultTable).filter(([reason]) => !common.has(reason));
  return [...new Set(reasons.map(([, { wire }]) => errorName(wire)))];
}

/** Returns the name of a reason: RateLimitExceeded for RATE_LIMIT_EXCEEDED. */
function errorName(reason: WireReason): string {
  const words = (WireReason[reason] as string).toLowerCase().split("_");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
