import { parseArgs } from "node:util";
import type { Command } from "./command.ts";
import { synopsisOf } from "./usage.ts";
import { UsageError } from "./usage-error.ts";

/** A command line that was read. Without a command it asks for help. */
export interface CommandLine {
  readonly command: Command | undefined;
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | string[]>>;
  readonly isJson: boolean;
}

/** @throws UsageError */
export function readCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const { values, positionals } = parse(args, commands);
  const { json: isJson = false, help: isHelp = false, ...options } = values as Values;
  if (isHelp) return { command: undefined, operands: [], options: {}, isJson };
  const command = commandOf(positionals, commands);
  const operands = positionals.slice(command.name.split(" ").length);
  checkOperands(operands, command);
  checkOptions(options, command);
  return { command, operands, options, isJson };
}

type Values = { readonly json?: boolean; readonly help?: boolean } & Readonly<Record<string, string | string[]>>;

/** Options of all commands are read, so that they may stand before the command. */
function parse(args: readonly string[], commands: readonly Command[]) {
  const named = commands.flatMap(({ options = {} }) => Object.entries(options));
  const options = Object.fromEntries(
    named.map(([name, option]) => [name, { type: "string" as const, multiple: "isRepeatable" in option }]),
  );
  const flags = { json: { type: "boolean" }, help: { type: "boolean" } } as const;
  try {
    return parseArgs({ args: [...args], options: { ...options, ...flags }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The command whose name is the longest beginning of the words. */
function commandOf(words: readonly string[], commands: readonly Command[]): Command {
  const [area] = words;
  if (area === undefined) throw new UsageError("a command is missing");
  const named = (count: number) => commands.find(({ name }) => name === words.slice(0, count).join(" "));
  const command = named(2) ?? named(1);
  if (command !== undefined) return command;
  const verbs = commands.flatMap(({ name }) => (name.startsWith(`${area} `) ? [name.slice(area.length + 1)] : []));
  if (verbs.length === 0) throw new UsageError(`there is no command ${area}`);
  throw new UsageError(
    words.length === 1 ? `${area} needs one of: ${verbs.join(", ")}` : `there is no command ${area} ${words[1]}`,
  );
}

function checkOperands(operands: readonly string[], command: Command): void {
  const { operands: expected = [] } = command;
  if (operands.length < expected.length) {
    throw new UsageError(`${expected[operands.length]} is missing: platonic ${synopsisOf(command)}`);
  }
  if (operands.length > expected.length) {
    throw new UsageError(`${command.name} takes no operand ${operands[expected.length]}`);
  }
}

function checkOptions(options: CommandLine["options"], { name, options: known = {} }: Command): void {
  const foreign = Object.keys(options).find((option) => !Object.hasOwn(known, option));
  if (foreign !== undefined) throw new UsageError(`--${foreign} is not an option of ${name}`);
  const missing = Object.keys(known).find((option) => known[option]?.isRequired && !Object.hasOwn(options, option));
  if (missing !== undefined) throw new UsageError(`${name} needs --${missing}`);
}
