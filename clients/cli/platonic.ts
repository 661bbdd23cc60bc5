import { ConnectError } from "@connectrpc/connect";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { PlatonicError } from "../typescript/src/platonic-error.ts";
import type { ProcessIo } from "./command.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import { commandsFor, everyCommand } from "./commands.ts";
import { serviceOf } from "./service.ts";
import { type IdentitySession, sessionOf } from "./session.ts";
import { jsonText, printable } from "./text.ts";
import { UsageError } from "./usage-error.ts";

/** Runs one command of the program and returns its exit status. */
export async function platonic(args: string[], io: ProcessIo): Promise<number> {
  const { env, write, complain } = io;
  const sessions: IdentitySession[] = [];
  const session = (profile: string | undefined) => {
    const opened = sessionOf(env, profile);
    sessions.push(opened);
    return opened;
  };
  try {
    const line = await read(args);
    if ("help" in line) {
      write(line.help);
      return 0;
    }
    const { command, ...given } = line;
    const service = () => serviceOf(env);
    const outcome = await command.run({ ...given, commands: everyCommand, service, session, ...io });
    if (typeof outcome === "number") return outcome;
    const { json, text, status = 0 } = outcome;
    write(line.isJson ? `${jsonText(json, 2)}\n` : text);
    return status;
  } catch (error) {
    complain(`platonic: ${printable(explain(error))}\n`);
    if (isUnreachable(error)) {
      complain("Start the service, or set PLATONIC_URL to where it is.\n");
      return 3;
    }
    if (!(error instanceof UsageError)) return 1;
    complain("Try: platonic --help\n");
    return 2;
  } finally {
    for (const opened of sessions) await opened.end();
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
