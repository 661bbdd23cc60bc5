import { ConnectError } from "@connectrpc/connect";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { PlatonicError } from "../typescript/src/platonic-error.ts";
import type { Ending, ProcessIo } from "./command.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { commandsFor, everyCommand } from "./commands.ts";
import { Unanswered } from "./once.ts";
import { serviceOf } from "./service.ts";
import { sessionOf } from "./session.ts";
import { jsonText, printable } from "./text.ts";
import { UsageError } from "./usage-error.ts";

/** Runs one command of the program and returns its exit status. */
export async function platonic(args: string[], io: ProcessIo): Promise<number> {
  const { env, write, complain, tell = async (text) => write(text) } = io;
  const ends: Ending[] = [];
  const ending = (end: Ending) => ends.push(end);
  const session = (profile: string | undefined) => {
    const opened = sessionOf(env, profile);
    ending(opened.end);
    return opened;
  };
  let isTold = true;
  try {
    const line = await read(args);
    if ("help" in line) {
      write(line.help);
      return 0;
    }
    const { command, ...given } = line;
    const service = () => serviceOf(env);
    const outcome = await command.run({ ...given, commands: everyCommand, service, session, ending, ...io });
    if (typeof outcome === "number") return outcome;
    const { json, text, status = 0 } = outcome;
    isTold = false;
    await tell(line.isJson ? `${jsonText(json, 2)}\n` : text);
    isTold = true;
    return status;
  } catch (error) {
    if (!isTold) {
      // A reader that has read enough is no failure of the output, but has not read this.
      if ((error as NodeJS.ErrnoException).code !== "EPIPE")
        complain(`platonic: standard output: ${(error as Error).message}\n`);
      return 1;
    }
    complain(`platonic: ${printable(explain(error))}\n`);
    if (error instanceof Unanswered) {
      complain(error.advice);
      return 3;
    }
    if (isUnreachable(error)) {
      complain("Start the service, or set PLATONIC_URL to where it is.\n");
      return 3;
    }
    if (!(error instanceof UsageError)) return 1;
    complain("Try: platonic --help\n");
    return 2;
  } finally {
    for (const end of ends) await end(isTold);
  }
}

/** Loads only the commands that the line needs, or all of them to report a mistake. */
async function read(args: readonly string[]): Promise<CommandLine> {
  const area = await commandsFor(args[0]);
  if (area !== undefined) {
    try {
      return readCommandLine(args, area);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }
  return readCommandLine(args, await everyCommand());
}

/** Whether nothing answered, or something other than the service did. */
function isUnreachable(error: unknown): boolean {
  // Errors of Node's fetch have no class of their own.
  if (error instanceof TypeError) return error.message === "fetch failed";
  if (error instanceof DOMException) return error.name === "TimeoutError";
  if (!(error instanceof ConnectError || error instanceof PlatonicError)) return false;
  const { reason } = PlatonicError.from(error);
  return reason === "UNREACHABLE" || reason === "TIMED_OUT";
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PlatonicError) return `${error.reason}: ${error.message}`;
  // `fetch failed` is not informative.
  if (!(error instanceof ConnectError)) {
    return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  }
  const [detail] = error.findDetails(FaultDetailSchema);
  return detail === undefined ? error.message : `${Reason[detail.reason]}: ${error.rawMessage}`;
}
