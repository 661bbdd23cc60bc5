import { Fault } from "../../../../core/fault.ts";
import type { Context } from "../../../../rpc/operations.ts";
import type { Ledger, Outcome, Request } from "../../domain/book.ts";

type Priority = Pick<Context, "hasPriority">;

/** When whoever is sent away should come again. */
const retryAfterSeconds = 1;
/** The last quarter of the ledger's queue is for calls with priority. */
const overload = 0.75;

/** For doors that hold work back rather than have it refused. */
export function pressureOf(ledger: Pick<Ledger, "load" | "relieved">) {
  return {
    get isHigh() {
      return isOverloaded(ledger);
    },
    relieved: ledger.relieved,
  };
}

/** @throws Fault RATE_LIMIT_EXCEEDED when too much waits already, and the call has no priority */
export function refuseIfOverloaded(ledger: Ledger, { hasPriority }: Priority): void {
  if (hasPriority === true || !isOverloaded(ledger)) return;
  const message = `The ledger has too much to do; try again in ${retryAfterSeconds} s.`;
  throw new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
}

/**
 * Has the ledger decide. Who is not refused waits for room, so that no call is done by half.
 *
 * @throws Fault RATE_LIMIT_EXCEEDED as `refuseIfCrowded`; the request was not looked at
 */
export async function submitted(ledger: Ledger, request: Request, caller: Priority): Promise<Outcome> {
  refuseIfOverloaded(ledger, caller);
  while (ledger.load >= 1) await ledger.relieved();
  return ledger.submit(request);
}

function isOverloaded({ load }: Pick<Ledger, "load">): boolean {
  return load >= overload;
}

/** @param parameter that holds the id */
export function idTaken(parameter: string): Fault {
  return new Fault("RESOURCE_CONFLICT", `${parameter} stands for something else already`, { parameter });
}
