import { command } from "../../command.ts";
import { withProgress } from "../../progress.ts";
import { runServerProgram } from "../../server-program.ts";

/** Computes the ledger's derived rows in the database itself; the service must be stopped. */
export const ledgerRebuild = command({
  name: "ledger rebuild",
  summary: "Computes balances, histories and holds anew from the entries, while the service is stopped.",
  run: (io) => withProgress(io, "rebuilding the ledger", () => runServerProgram("rebuild-ledger", [], io)),
});
