import { execFileSync } from "node:child_process";

function problemOf(program: string): string | undefined {
  try {
    execFileSync(program, ["version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return `${program} is not installed`;
  }
}

/** Whether a test is skipped, and the end of its name that says why. */
export function skippedWithout(program: string): { readonly isSkipped: boolean; readonly why: string } {
  const problem = problemOf(program);
  const isSkipped = problem !== undefined && process.env["CI"] !== "true";
  return { isSkipped, why: isSkipped ? ` (skipped: ${problem})` : "" };
}
