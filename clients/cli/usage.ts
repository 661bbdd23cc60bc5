import type { Command, OptionTable } from "./command.ts";
import { lines } from "./text.ts";

/** Columns before a description. */
const width = 35;

/** Returns the text of `platonic --help`. */
export function usageOf(commands: readonly Command[]): string {
  return [
    "Usage: platonic COMMAND [OPERAND]... [OPTION]...\n",
    `Commands:\n${summaries(commands)}`,
    `Options:\n${commonOptions}${versionOption}`,
    environment,
    exitStatus,
    "platonic COMMAND --help says more of a command; platonic start runs the service.\n",
  ].join("\n");
}

/** Returns the text of `--help` after a word that several commands begin with, such as `keys`. */
export function areaUsageOf(commands: readonly Command[]): string {
  return `Usage:\n${lines(commands.map((command) => `  platonic ${synopsisOf(command)}`))}\n${summaries(commands)}`;
}

/** Returns the text of `--help` after a command. */
export function helpOf(command: Command): string {
  const { summary, options = {}, examples = [] } = command;
  const parts = [`Usage: platonic ${synopsisOf(command)}\n`, `${summary}\n`];
  parts.push(`Options:\n${lines(optionLines(options))}${commonOptions}`);
  if (examples.length > 0) parts.push(`Examples:\n${lines(examples.map((example) => `  ${example}`))}`);
  return parts.join("\n");
}

/** Returns a command with its operands and options, such as `keys create --name NAME [--plan PLAN]`. */
export function synopsisOf({ name, operands = [], optionalOperand, options = {}, input }: Command): string {
  const flags = Object.entries(options).map(([flag, option]) => {
    const pair = `--${flag} ${option.value}`;
    return `${option.isRequired ? pair : `[${pair}]`}${"isRepeatable" in option ? "..." : ""}`;
  });
  const optional = optionalOperand === undefined ? [] : [`[${optionalOperand}]`];
  return [name, ...operands, ...optional, ...flags, ...(input === undefined ? [] : [`< ${input}`])].join(" ");
}

function summaries(commands: readonly Command[]): string {
  return lines(
    commands.map(({ name, operands = [], summary }) => `  ${[name, ...operands].join(" ").padEnd(width)} ${summary}`),
  );
}

function optionLines(options: OptionTable): string[] {
  return Object.entries(options).map(([flag, { value, help }]) => `  ${`--${flag} ${value}`.padEnd(width)} ${help}`);
}

const commonOptions = lines([`  ${"--json".padEnd(width)} write JSON`, `  ${"--help, -h".padEnd(width)} write this`]);
const versionOption = `  ${"--version, -v".padEnd(width)} write the version\n`;

const environment = `Environment:
  PORT, DATA_DIR, ...                 for start: the settings of the service
  PLATONIC_URL                        the service (http://127.0.0.1:8080)
  PLATONIC_API_KEY                    a key with the permission for the command
  XDG_CONFIG_HOME                     for identity and wallet: the folder of profiles (~/.config), in its folder platonic
  VAULT_PASSPHRASE_FILE               for restore: the file with the passphrase that the backup was made with;
                                      for vault change-passphrase: the present one
  DATABASE_URL, DATA_DIR              for migrate, ledger rebuild and vault change-passphrase: the database, and other
                                      settings, as set for the service
  HOST_SOCKET                         for host: the service's socket, as set for the service (default)
  HOST_USERDB                         for host: the directory in which systemd looks for services (/run/systemd/userdb)
`;

const exitStatus = `Exit status: 0 done; 1 the service refused, or the drill, check or bench found something; 2 wrong usage;
3 no service answered.
`;
