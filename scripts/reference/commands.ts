import type { Command } from "../../clients/cli/command.ts";
import { everyCommand } from "../../clients/cli/commands.ts";
import { synopsisOf } from "../../clients/cli/usage.ts";
import { code, table } from "./table.ts";

/** Writes every command of the command line, grouped by its first word. */
export async function commands(): Promise<string> {
  const areas = Map.groupBy(await everyCommand(), ({ name }) => name.split(" ")[0] as string);
  const sections = [...areas].map(
    ([area, members]) => `## ${area}\n\n${table(["command", "does"], members.map(row))}\n`,
  );
  return `Commands of \`platonic\` ([its README](../../clients/cli/README.md)). All of them take \`--json\` and \`--help\`. Those that name
\`--profile\` act as an identity of this machine; the others that call a service do so with the key in \`PLATONIC_API_KEY\`.

The exit status is 0 if the command is done, 1 if the service has refused or a check has found something, 2 for wrong usage,
and 3 if no service has answered.

${sections.join("\n")}`;
}

function row(command: Command): [string, string] {
  return [code(`platonic ${synopsisOf(command)}`), command.summary];
}
