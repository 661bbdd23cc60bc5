import { command } from "../command.ts";
import { runServerProgram } from "../server-program.ts";

/** Shows the settings as the service would read them here; needs no running service. */
export const configCheck = command({
  name: "config check",
  summary: "Shows every setting with where it comes from, and all that would prevent a start.",
  examples: ["SETTINGS_FILE=/etc/platonic/settings platonic config check"],
  run: ({ isJson, ...io }) => runServerProgram("check-config", isJson ? ["--json"] : [], io),
});
