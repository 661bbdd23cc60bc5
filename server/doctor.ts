import { loadConfig } from "./app/config.ts";
import { checkNames, examine } from "./app/doctor/doctor.ts";
import type { Finding } from "./app/doctor/finding.ts";
import { runProgram } from "./app/program.ts";

const usage = `Usage: platonic doctor [--json] [--skip CHECK]..., with the settings of the service
Checks: ${checkNames.join(", ")}
`;

/** Examines the installation, and returns the exit status: 1 if a check has failed; warnings leave it 0. */
async function main(args: string[]): Promise<number> {
  const skipped = args.filter((word) => word !== "--json");
  if (skipped.some((name) => !(checkNames as readonly string[]).includes(name))) {
    process.stderr.write(usage);
    return 2;
  }
  const findings = await examine(loadConfig(process.env), { without: skipped });
  const counts = Object.fromEntries(
    (["ok", "warning", "failed"] as const).map((state) => [
      state,
      findings.filter((one) => one.state === state).length,
    ]),
  );
  process.stdout.write(
    args.includes("--json")
      ? `${JSON.stringify({ isWell: counts["failed"] === 0, counts, findings }, null, 2)}\n`
      : `${findings.map(lineOf).join("")}\n${counts["failed"]} failed, ${counts["warning"]} warnings, ${counts["ok"]} ok\n`,
  );
  return counts["failed"] === 0 ? 0 : 1;
}

function lineOf({ state, check, message, advice }: Finding): string {
  const line = `${state.padEnd(8)} ${check.padEnd(10)} ${message}\n`;
  return advice === undefined ? line : `${line}${" ".repeat(20)}-> ${advice}\n`;
}

await runProgram("Could not examine the installation", main);
