import { driverErrorOf } from "../../../database/driver-error.ts";
import { DatabaseStopped, DatabaseUnavailable } from "../../../database/unavailable.ts";
import type { StoreErrorForm } from "./messages.ts";

export function formOfStoreError(error: unknown): StoreErrorForm {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, code: driverErrorOf(error).code, isStopped: error instanceof DatabaseStopped };
}

/** Returns an error that tells the same, and is an outage where the first one was. */
export function storeErrorOf({ name, message, stack, code, isStopped }: StoreErrorForm): Error {
  const error = Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
  if (stack !== undefined) error.stack = stack;
  return isStopped ? new DatabaseUnavailable(error) : error;
}
