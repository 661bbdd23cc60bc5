import { command } from "../command.ts";
import { runServerProgram } from "../server-program.ts";

/** Brings the schema of the database up to date; needs no running service. */
export const migrate = command({
  name: "migrate",
  summary: "Brings the schema of the database up to date.",
  operands: [],
  run: ({ operands, ...io }) => runServerProgram("migrate", operands, io),
});
