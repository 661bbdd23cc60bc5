import { ConnectError } from "@connectrpc/connect";
import { FaultDetailSchema, Reason } from "../../gen/es/platonic/fault/v1/fault_pb.js";
import { PlatonicError } from "../typescript/src/index.ts";
import type { ProcessIo } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { commands } from "./commands.ts";
import { serviceOf } from "./service.ts";
import { printable } from "./text.ts";
import { UsageError } from "./usage-error.ts";

/** Runs one command of the program and returns its exit status. */
export async function platonic(args: string[], io: ProcessIo): Promise<number> {
  const { env, write, complain } = io;
  try {
    const line = readCommandLine(args, commands);
    if ("help" in line) {
      write(line.help);
      return 0;
    }
    const { command, operands, options, isJson } = line;
    const outcome = await command.run({ operands, options, commands, service: () => serviceOf(env), ...io });
    if (typeof outcome === "number") return outcome;
    const { json, text, status = 0 } = outcome;
    write(isJson ? `${JSON.stringify(json, null, 2)}\n` : text);
    return status;
  } catch (error) {
    complain(`platonic: ${printable(explain(error))}\n`);
    if (!(error instanceof UsageError)) return 1;
    complain("Try: platonic --help\n");
    return 2;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof PlatonicError) return `${error.reason}: ${error.message}`;
  // `fetch failed` alone says nothing.
  if (!(error instanceof ConnectError)) {
    return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  }
  const [detail] = error.findDetails(FaultDetailSchema);
  return detail === undefined ? error.message : `${Reason[detail.reason]}: ${error.rawMessage}`;
}
