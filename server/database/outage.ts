import type { Dialect } from "./dialect.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/**
 * Says why the database is unusable, for any reason, as the beginning of a sentence and without names of this
 * installation. Undefined: the error is not of this kind.
 */
export function databaseOutage({ outageOf }: Pick<Dialect, "outageOf">, error: unknown): string | undefined {
  return error instanceof DatabaseUnavailable ? error.outage : outageOf(error);
}
