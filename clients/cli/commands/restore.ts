import { command } from "../command.ts";
import { withProgress } from "../progress.ts";
import { runServerProgram } from "../server-program.ts";

/** Runs the server's restore program; needs no running service. */
export const restore = command({
  name: "restore",
  summary: "Restores a backup into an empty directory, or into the empty database of DATABASE_URL.",
  examples: [
    "platonic restore backup-2026-11-23.platonic ./restored",
    "DATABASE_URL=mysql://platonic@db.example/platonic platonic restore backup-2026-11-23.platonic",
  ],
  operands: ["FILE"],
  optionalOperand: "DIRECTORY",
  run({ operands: [file], optionalOperand: directory, ...io }) {
    const places = directory === undefined ? [file] : [file, directory];
    return withProgress(io, "restoring", () => runServerProgram("restore", places, io));
  },
});
