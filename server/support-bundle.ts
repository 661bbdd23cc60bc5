import { writeFileSync } from "node:fs";
import { checkSettings, loadConfig } from "./app/config.ts";
import { checkNames } from "./app/doctor/doctor.ts";
import { runProgram } from "./app/program.ts";
import { bundleFiles, packed } from "./app/support/bundle.ts";

const usage = "Usage: platonic support bundle FILE [--log LOG] [--skip CHECK]..., with the settings of the service\n";

/** Writes an archive for a maintainer, and returns the exit status. */
async function main([path, logFile, ...without]: string[]): Promise<number> {
  if (
    path === undefined ||
    logFile === undefined ||
    without.some((name) => !(checkNames as readonly string[]).includes(name))
  ) {
    process.stderr.write(usage);
    return 2;
  }
  const config = loadConfig(process.env);
  const checked = { ...checkSettings(process.env), config };
  const files = await bundleFiles(checked, { logFile: logFile === "" ? undefined : logFile, without });
  // Never over a file that is there: it may be the database.
  writeFileSync(path, packed(files), { flag: "wx", mode: 0o600 });
  for (const { name, data } of files) {
    process.stdout.write(`${String(Buffer.byteLength(data)).padStart(9)}  platonic-support/${name}\n`);
  }
  process.stdout.write(`${path} has these files. Read them before you send it: tar -xzf ${path}\n`);
  return 0;
}

await runProgram("Could not make the bundle", main);
