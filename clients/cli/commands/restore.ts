import { command } from "../command.ts";
import { runServerProgram } from "../server-program.ts";

/** Runs the server's restore program; needs no running service. */
export const restore = command({
  name: "restore",
  operands: ["FILE", "DIRECTORY"],
  run: ({ operands, ...io }) => runServerProgram("#restore", operands, io),
});
