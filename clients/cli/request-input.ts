import { text } from "node:stream/consumers";
import { UsageError } from "./usage-error.ts";

/** Option of commands whose request is JSON. */
export const requestOption = { value: "JSON", help: "the request; - or nothing: that of standard input" } as const;

/**
 * Returns the JSON of a request: that of the option, or of standard input for "-" and for nothing.
 *
 * @throws UsageError for anything else
 */
export async function requestInput(command: string, option: string | undefined): Promise<string> {
  // Nobody would see that a terminal is waited for, unless it was asked for.
  const isAsked = option === "-" || !process.stdin.isTTY;
  const body = option === undefined || option === "-" ? (isAsked ? await text(process.stdin) : "") : option;
  try {
    JSON.parse(body);
    return body;
  } catch {
    throw new UsageError(`${command} needs a request in JSON: by --request, or on standard input`);
  }
}
