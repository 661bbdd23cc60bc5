import { command } from "../command.ts";
import { withProgress } from "../progress.ts";
import { runServerProgram } from "../server-program.ts";

const skip = {
  value: "CHECK",
  help: "a check to leave out, such as backup, whose restore takes long; may be repeated",
  isRepeatable: true,
} as const;

/** Examines the installation here, whether its service runs or not. */
export const doctor = command({
  name: "doctor",
  summary: "Checks whether this installation can do what its settings ask for, and says what to do otherwise.",
  examples: ["SETTINGS_FILE=/etc/platonic/settings platonic doctor", "platonic doctor --skip backup --json"],
  options: { skip },
  run: ({ isJson, options, ...io }) => {
    const operands = [...(isJson ? ["--json"] : []), ...(options.skip ?? [])];
    return withProgress(io, "examining", () => runServerProgram("doctor", operands, io));
  },
});

/** Gathers what a maintainer asks for; needs no running service. */
export const supportBundle = command({
  name: "support bundle",
  summary: "Writes an archive for a maintainer: versions, settings, findings, sizes; nothing secret or personal.",
  examples: ["platonic support bundle platonic-support.tar.gz --log /var/log/platonic.log"],
  operands: ["FILE"],
  options: {
    log: { value: "LOG", help: "a file of the service's log, whose end is added without texts of users" },
    skip,
  },
  run: ({ operands: [file], options: { log = "", skip: skipped = [] }, ...io }) =>
    withProgress(io, "gathering", () => runServerProgram("support-bundle", [file, log, ...skipped], io)),
});
