import { Fault } from "../../../core/fault.ts";
import { isUuid, uuidV7 } from "../../../core/uuid.ts";
import type { Choices } from "../../../rpc/idempotency/choices.ts";

/**
 * Returns the id of a request, or a new one.
 *
 * @throws Fault PARAMETER_INVALID for an id that is not a UUID
 */
export function requestedId(text: string, parameter: string, { atMs, bytes }: Choices): string {
  if (text === "") return uuidV7(atMs, bytes(parameter, 10));
  if (isUuid(text)) return text;
  throw new Fault("PARAMETER_INVALID", `${parameter} must be a UUID`, { parameter, provided: text });
}

/** @param parameter name of the parameter with the id */
export function idTaken(parameter: string, provided?: string): Fault {
  return new Fault("RESOURCE_CONFLICT", `${parameter} is already used by a different request`, { parameter, provided });
}
