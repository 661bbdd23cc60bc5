import { parseArgs } from "node:util";
import type { Command } from "./command.ts";
import { areaUsageOf, helpOf, synopsisOf, usageOf } from "./usage.ts";
import { UsageError } from "./usage-error.ts";

/** A parsed command line: a command with its arguments, or a request for help. */
export type CommandLine = CommandCall | { readonly help: string };

interface CommandCall {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly optionalOperand: string | undefined;
  readonly options: Readonly<Record<string, string | string[]>>;
  readonly isJson: boolean;
}

/** @throws UsageError */
export function readCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const { values, positionals } = parse(args, commands);
  const { json: isJson = false, help: isHelp = false, ...options } = values as Values;
  if (isHelp || positionals.length === 0) return { help: helpFor(positionals, commands) };
  if (positionals[0] === "help") return { help: helpFor(positionals.slice(1), commands) };
  const command = commandOf(positionals, commands);
  const operands = positionals.slice(command.name.split(" ").length);
  checkOperands(operands, command);
  checkOptions(options, command);
  const optionalOperand = operands[command.operands?.length ?? 0];
  return { command, operands: operands.slice(0, command.operands?.length ?? 0), optionalOperand, options, isJson };
}

type Values = { readonly json?: boolean; readonly help?: boolean } & Readonly<Record<string, string | string[]>>;

/** Parses the options of all commands, so that they may precede the command. */
function parse(args: readonly string[], commands: readonly Command[]) {
  const named = commands.flatMap(({ options = {} }) => Object.entries(options));
  const options = Object.fromEntries(
    named.map(([name, option]) => [name, { type: "string" as const, multiple: "isRepeatable" in option }]),
  );
  const flags = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  try {
    return parseArgs({ args: [...args], options: { ...options, ...flags }, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the help for a command, for the commands that begin with a word, or for all. */
function helpFor(words: readonly string[], commands: readonly Command[]): string {
  const [area] = words;
  if (area === undefined) return usageOf(commands);
  const command = commandNamed(words, commands);
  const within = commands.filter(({ name }) => name.startsWith(`${area} `));
  // `backup --help` also covers `backup list`.
  if (command !== undefined && (within.length === 0 || words.length > 1)) return helpOf(command);
  const related = command === undefined ? within : [command, ...within];
  return related.length === 0 || words.length > 1 ? helpOf(commandOf(words, commands)) : areaUsageOf(related);
}

/** Returns the command with the longest name that the words begin with; undefined if there is none. */
function commandNamed(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const named = (count: number) => commands.find(({ name }) => name === words.slice(0, count).join(" "));
  return named(2) ?? named(1);
}

/** @throws UsageError if no command is named */
function commandOf(words: readonly string[], commands: readonly Command[]): Command {
  const area = words[0] as string;
  const command = commandNamed(words, commands);
  if (command !== undefined) return command;
  const verbs = commands.flatMap(({ name }) => (name.startsWith(`${area} `) ? [name.slice(area.length + 1)] : []));
  if (verbs.length === 0) throw new UsageError(`there is no command ${area}`);
  throw new UsageError(
    words.length === 1 ? `${area} needs one of: ${verbs.join(", ")}` : `there is no command ${area} ${words[1]}`,
  );
}

function checkOperands(operands: readonly string[], command: Command): void {
  const { operands: expected = [], optionalOperand } = command;
  const most = expected.length + (optionalOperand === undefined ? 0 : 1);
  if (operands.length < expected.length) {
    throw new UsageError(`${expected[operands.length]} is missing: platonic ${synopsisOf(command)}`);
  }
  if (operands.length > most) {
    throw new UsageError(`${command.name} takes no operand ${operands[most]}`);
  }
}

function checkOptions(options: CommandCall["options"], { name, options: known = {} }: Command): void {
  const foreign = Object.keys(options).find((option) => !Object.hasOwn(known, option));
  if (foreign !== undefined) throw new UsageError(`--${foreign} is not an option of ${name}`);
  const missing = Object.keys(known).find((option) => known[option]?.isRequired && !Object.hasOwn(options, option));
  if (missing !== undefined) throw new UsageError(`${name} needs --${missing}`);
  const empty = Object.keys(options).find(
    (option) => [options[option]].flat().includes("") && !known[option]?.mayBeEmpty,
  );
  if (empty !== undefined)
    throw new UsageError(`--${empty} is empty: give it its ${known[empty]?.value}, or leave the option out`);
}
