import { ConnectError } from "@connectrpc/connect";
import { keyHeader } from "../typescript/src/call-terms.ts";
import { PlatonicError } from "../typescript/src/index.ts";
import { newTransactionId } from "../typescript/src/wallet/transaction-id.ts";
import type { Call, OptionTable } from "./command.ts";
import { onInterruption } from "./interruption.ts";

/** Option with which a command is repeated as the same request. */
export const idOption = { value: "UUID", help: "makes a repetition of the command the same request" } as const;

/** Failure of a call that may have been executed. */
export class Unanswered extends Error {
  /** Says how the call is repeated without doing it twice. */
  readonly advice: string;

  constructor(cause: PlatonicError, advice: string) {
    super(`${cause.reason}: ${cause.message}`, { cause });
    this.advice = advice;
  }
}

/** The part of a call that its repetition needs. */
type RepeatableCall = Pick<Call<readonly string[], OptionTable>, "complain" | "ending">;

/**
 * Does something that must not be done twice, under an id that is chosen beforehand. Whenever its outcome is not told, by a
 * lost answer, a signal or an output that cannot be written, the id is.
 *
 * @param given id of an earlier command that this one repeats
 * @param bound what limits the time of a repetition, such as " within 24 hours"
 */
export async function once<Result>(
  { complain, ending }: RepeatableCall,
  given: string | undefined,
  act: (id: string) => Promise<Result>,
  bound = "",
): Promise<Result> {
  const id = given ?? newTransactionId();
  const advice = `It may be done: repeat the command with --id ${id}${bound}, and it is done once.\n`;
  const stopListening = onInterruption(() => complain(`platonic: interrupted\n${advice}`));
  ending(async (isTold) => {
    stopListening();
    if (!isTold) complain(advice);
  });
  try {
    return await act(id);
  } catch (thrown) {
    if (!(thrown instanceof PlatonicError || thrown instanceof ConnectError)) throw thrown;
    const error = PlatonicError.from(thrown);
    throw mayBeDone(error) ? new Unanswered(error, advice) : thrown;
  }
}

/** Failures that do not say that nothing is done. */
const open: ReadonlySet<PlatonicError["reason"]> = new Set([
  "UNREACHABLE",
  "TIMED_OUT",
  "ABORTED",
  "UNKNOWN",
  "UNAVAILABLE",
  "INTERNAL",
]);

function mayBeDone({ reason, parameter, wasNotSent, wasSentAgain }: PlatonicError): boolean {
  if (wasNotSent) return false;
  // The first execution is still under way.
  return wasSentAgain || open.has(reason) || (reason === "STATE_INVALID" && parameter === keyHeader);
}
