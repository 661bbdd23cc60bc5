import type { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { messageOf } from "../../rpc/errors/faults.ts";
import { shorten } from "../../rpc/errors/preview.ts";
import { nameOf, type Observation } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { UsageCaller } from "../domain/usage.ts";
import type { NewRefusal } from "./pending-refusals.ts";

/** Caller whose calls are recorded, as the pipeline identifies it. */
export type UsageSubject = Pick<Principal, "id" | "key" | "identityId">;

/** Caller under which a call is recorded: a key, or else the identity. */
export function usageCallerOf({ key, identityId = "" }: UsageSubject): UsageCaller {
  return key === undefined ? { identityId, keyId: "" } : { identityId: key.identityId, keyId: key.id };
}

/** Creates the record of a failed call: the error that its caller received, without the value that it had sent. */
export function refusalOf(subject: UsageSubject, { call }: Observation, fault: Fault, atMs: number): NewRefusal {
  return {
    ...usageCallerOf(subject),
    atMs,
    operation: nameOf(call.method),
    reason: fault.reason,
    parameter: shorten(fault.facts.parameter ?? "", limits.parameterCharactersMax),
    message: messageOf(fault),
    requestId: call.requestId,
    protocol: call.protocol,
  };
}
