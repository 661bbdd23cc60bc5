import { Fault } from "../../../core/fault.ts";
import type { Context } from "../../../rpc/operations.ts";
import type { Ledger, Outcome, Request } from "../domain/requests.ts";

type Priority = Pick<Context, "hasPriority">;

const retryAfterSeconds = 1;
/** Fill level of the queue above which only calls with priority are accepted. */
const overload = 0.75;

/** Overload of the ledger, for transports that apply backpressure. */
export function pressureOf(ledger: Pick<Ledger, "load" | "relieved">) {
  return {
    get isHigh() {
      return isOverloaded(ledger);
    },
    relieved: ledger.relieved,
  };
}

/** @throws Fault RATE_LIMIT_EXCEEDED if the ledger is overloaded and the call has no priority */
export function refuseIfOverloaded(ledger: Ledger, { hasPriority }: Priority): void {
  if (hasPriority === true || !isOverloaded(ledger)) return;
  const message = `The ledger is overloaded; try again in ${retryAfterSeconds} s.`;
  throw new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds });
}

/**
 * Submits a request to the ledger. An accepted call waits for room in the queue, so that no call is half done.
 *
 * @throws Fault RATE_LIMIT_EXCEEDED as `refuseIfOverloaded`; the request was not processed
 */
export async function submitted(ledger: Ledger, request: Request, caller: Priority): Promise<Outcome> {
  refuseIfOverloaded(ledger, caller);
  while (ledger.load >= 1) await ledger.relieved();
  return ledger.submit(request);
}

/** Submits many requests at once, which wait for room in the queue together. */
export async function submittedAll(
  ledger: Pick<Ledger, "load" | "relieved" | "submitAll">,
  requests: readonly Request[],
): Promise<readonly Outcome[]> {
  while (ledger.load >= 1) await ledger.relieved();
  return ledger.submitAll(requests);
}

function isOverloaded({ load }: Pick<Ledger, "load">): boolean {
  return load >= overload;
}
