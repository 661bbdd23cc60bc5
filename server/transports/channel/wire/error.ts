import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ErrorSchema } from "#contract/channel/v1/channel_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Failure } from "../../../rpc/call.ts";
import { detailsOf, faultTable, messageOf } from "../../../rpc/errors/faults.ts";

/** Returns a failure as the channel's error, by the fault table. */
export function errorOf(failure: Failure, requestId: string): MessageInitShape<typeof ErrorSchema> {
  const { fault } = failure;
  const { parameter } = detailsOf(fault, requestId);
  const retryAfterSeconds = failure.retryAfterSeconds ?? fault.facts.retryAfterSeconds;
  return {
    reason: faultTable[fault.reason].wire,
    message: messageOf(fault),
    ...(parameter !== undefined && { parameter }),
    ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds * 1000 }),
  };
}

/** Whether an error means that the credentials are invalid for every request. */
export function isCredentialsFault(error: unknown): error is Fault {
  return error instanceof Fault && (error.reason === "INVALID_API_KEY" || error.reason === "AUTHENTICATION_REQUIRED");
}
