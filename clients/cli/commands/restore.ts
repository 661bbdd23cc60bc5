import { command } from "../command.ts";
import { withProgress } from "../progress.ts";
import { runServerProgram } from "../server-program.ts";

/** Runs the server's restore program; needs no running service. */
export const restore = command({
  name: "restore",
  summary: "Restores a backup into an empty directory.",
  examples: ["platonic restore backup-2026-11-23.platonic ./restored"],
  operands: ["FILE", "DIRECTORY"],
  run: ({ operands, ...io }) => withProgress(io, "restoring", () => runServerProgram("restore", operands, io)),
});
