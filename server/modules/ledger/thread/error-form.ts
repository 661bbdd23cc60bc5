import { driverErrorOf } from "../../../database/driver-error.ts";
import { DatabaseStopped, DatabaseUnavailable } from "../../../database/unavailable.ts";
import type { StoreErrorForm } from "./messages.ts";

export function formOfStoreError(error: unknown): StoreErrorForm {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const { code, errno } = driverErrorOf(error);
  const isUnavailable = error instanceof DatabaseUnavailable;
  return {
    name,
    message,
    stack,
    code,
    errno,
    outage: error instanceof DatabaseStopped ? "stopped" : isUnavailable ? "unavailable" : undefined,
    mayBeStored: isUnavailable && error.mayBeStored,
  };
}

/** Returns an error that tells the same, and is an outage where the first one was. */
export function storeErrorOf({ name, message, stack, code, errno, outage, mayBeStored }: StoreErrorForm): Error {
  const error = Object.assign(new Error(message), {
    name,
    ...(code !== undefined && { code }),
    ...(errno !== undefined && { errno }),
  });
  if (stack !== undefined) error.stack = stack;
  if (outage === undefined) return error;
  const unavailable = new DatabaseUnavailable(error, mayBeStored);
  // The thread starts again, and opens the database anew; the message of the other is whole already.
  if (outage === "unavailable") unavailable.message = message;
  return unavailable;
}
