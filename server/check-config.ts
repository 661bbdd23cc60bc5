import { type Config, checkSettings, messageOf, suspects } from "./app/config.ts";
import { requireUsableFolders } from "./app/free-places.ts";
import { runProgram } from "./app/program.ts";
import { readTls } from "./app/reload.ts";
import { type ShownSetting, shownSettings } from "./app/shown-settings.ts";
import { SettingsProblem } from "./core/config/settings-problem.ts";

/** Shows every setting, and all that would prevent a start, and returns the exit status. Makes nothing. */
async function main(args: string[]): Promise<number> {
  const isJson = args.length === 1 && args[0] === "--json";
  if (args.length > 0 && !isJson) {
    process.stderr.write("Usage: platonic config check [--json], with the settings of the service\n");
    return 2;
  }
  const checked = checkSettings(process.env);
  const settings = shownSettings(checked);
  const problems = checked.config === undefined ? checked.problems : problemsOfFiles(checked.config);
  const warnings = suspects(process.env);
  if (isJson) {
    process.stdout.write(
      `${JSON.stringify({ isUsable: problems.length === 0, problems, warnings, settings }, null, 2)}\n`,
    );
  } else {
    process.stdout.write(listOf(settings));
    for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
    process.stderr.write(problems.length > 0 ? `${messageOf(problems)}\n` : "");
    if (problems.length === 0) process.stdout.write("\nThe configuration is usable.\n");
  }
  return problems.length === 0 ? 0 : 2;
}

/** Returns the problems of the files and folders that usable settings name. */
function problemsOfFiles(config: Config): string[] {
  return [() => readTls(config), () => requireUsableFolders(config)].flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof SettingsProblem) return [error.message];
      throw error;
    }
  });
}

function listOf(settings: readonly ShownSetting[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const areas = Map.groupBy(settings, ({ area }) => area);
  return [...areas]
    .map(([area, members]) => {
      const lines = members.map(
        ({ name, value = "-", source }) => `  ${name.padEnd(width)}  ${printable(value)}  (${source})\n`,
      );
      return `${area}\n${lines.join("")}`;
    })
    .join("\n");
}

/** Escapes characters that would steer a terminal, and line breaks. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

await runProgram("Could not check the configuration", main);
