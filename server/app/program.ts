import { SettingsProblem } from "../core/config/settings-problem.ts";

/**
 * Runs a program to its end, and sets its exit status: 2 if a setting or an argument is at fault, and 1 for any other
 * failure, whose message begins with what could not be done. A report that could not be written also makes it 1; the
 * work is finished nevertheless.
 */
export async function runProgram(undone: string, main: (args: string[]) => Promise<number>): Promise<void> {
  let isTold = true;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes a pipe has read enough.
    if (isTold && error.code !== "EPIPE") complain(`The report cannot be written to standard output: ${error.message}`);
    isTold = false;
  });
  process.stderr.on("error", () => {});
  process.on("exit", () => {
    if (!isTold) process.exitCode ||= 1;
  });
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const { message } = error as Error;
    const isOfSettings = error instanceof SettingsProblem;
    complain(isOfSettings ? message : `${undone}: ${message}`);
    process.exitCode = isOfSettings ? 2 : 1;
  }
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
