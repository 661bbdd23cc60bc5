import { Fault } from "../domain/fault.ts";
import { type Ledger, LedgerBusy, type Outcome, type Request } from "../domain/ledger/book.ts";

/** When whoever is sent away should come again. */
const retryAfterSeconds = 1;

/**
 * Has the ledger decide.
 *
 * @throws Fault RATE_LIMIT_EXCEEDED when too much waits already
 */
export async function submitted(ledger: Ledger, request: Request): Promise<Outcome> {
  try {
    return await ledger.submit(request);
  } catch (error) {
    if (!(error instanceof LedgerBusy)) throw error;
    throw new Fault(
      "RATE_LIMIT_EXCEEDED",
      `The ledger has too much to do; try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
      { cause: error },
    );
  }
}

/** @param parameter that holds the id */
export function idTaken(parameter: string): Fault {
  return new Fault("RESOURCE_CONFLICT", `${parameter} stands for something else already`, { parameter });
}
