import type { Command, OptionTable } from "./command.ts";
import { lines } from "./text.ts";

/** The text of `platonic --help`. */
export function usageOf(commands: readonly Command[]): string {
  return [
    `Usage:\n${lines(commands.map((command) => `  platonic ${synopsisOf(command)}`))}`,
    `Options:\n${lines(commands.flatMap(({ options = {} }) => optionLines(options)))}${commonOptions}`,
    environment,
    exitStatus,
  ].join("\n");
}

/** A command with its operands and options, such as `keys create --name NAME [--plan PLAN]`. */
export function synopsisOf({ name, operands = [], options = {}, input }: Command): string {
  const flags = Object.entries(options).map(([flag, option]) => {
    const pair = `--${flag} ${option.value}`;
    return `${option.isRequired ? pair : `[${pair}]`}${"isRepeatable" in option ? "..." : ""}`;
  });
  return [name, ...operands, ...flags, ...(input === undefined ? [] : [`< ${input}`])].join(" ");
}

function optionLines(options: OptionTable): string[] {
  return Object.entries(options).map(([flag, { value, help }]) => `  ${`--${flag} ${value}`.padEnd(25)} ${help}`);
}

const commonOptions = `  --json                    write JSON
  --help                    write this
  --version                 write the version
`;

const environment = `Environment:
  PORT, DATA_DIR, ...       for start: the settings of the service
  PLATONIC_URL              the service (http://127.0.0.1:8080)
  PLATONIC_API_KEY          a key with the permission for the command
  VAULT_PASSPHRASE_FILE     for restore: the file with the passphrase that the backup was made with
  DATABASE_URL, DATA_DIR    for migrate: the database, and other settings, as set for the service
  HOST_SOCKET               for host: the service's socket, as set for the service (default)
  HOST_USERDB               for host: the directory in which systemd looks for services (/run/systemd/userdb)
`;

const exitStatus = `Exit status: 0 done; 1 the service refused or could not be reached, or the drill, check or bench found something; 2 wrong usage.
`;
