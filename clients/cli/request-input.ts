import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { UsageError } from "./usage-error.ts";

/** Option of commands whose request is JSON. */
export const requestOption = {
  value: "JSON",
  help: "the request; @FILE: that of a file; - or nothing: that of standard input",
} as const;

/**
 * Returns the JSON of a request: the option itself, the file that it names with "@FILE", or standard input for "-" or
 * without the option.
 *
 * @throws UsageError for anything else
 */
export async function requestInput(command: string, option: string | undefined): Promise<string> {
  const body = await inputOf(option);
  try {
    JSON.parse(body);
    return body;
  } catch {
    const place = option?.startsWith("@") ? `${option.slice(1)} is not JSON: ` : "";
    throw new UsageError(
      `${place}${command} needs a request in JSON: by --request JSON or --request @FILE, or on standard input`,
    );
  }
}

/** Parses a JSON object from an option or its "@FILE". @throws UsageError for anything else */
export function objectOption(label: string, option: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(option.startsWith("@") ? textOf(option.slice(1)) : option);
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${label} must be an object in JSON such as {"theme": "dark"}, or @FILE`);
}

/**
 * Returns the text of an option: itself, its "@FILE", or standard input for "-" or without the option. @throws
 * UsageError
 */
export async function inputOf(option: string | undefined): Promise<string> {
  if (option?.startsWith("@")) return textOf(option.slice(1));
  if (option !== undefined && option !== "-") return option;
  // Waits for a terminal only if asked to: the user would not see the wait.
  return option === "-" || !process.stdin.isTTY ? text(process.stdin) : "";
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
