import type { LastStatements, Statement } from "../../core/alongside.ts";
import { runEach } from "../last-statements.ts";
import { literal } from "./literal.ts";
import type { RunScript } from "./scripts.ts";

/** Runs the statements in a transaction by scripts. */
export function runByScript(last: LastStatements, run: RunScript): Promise<void> {
  return runEach(last, async (statement) => (await run([spelled(statement)]))[0] ?? []);
}

function spelled({ sql, values }: Statement): string {
  let index = 0;
  return sql.replaceAll("?", () => literal(values[index++]));
}
