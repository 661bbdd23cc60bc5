import { toJson } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import { LedgerBatchSchema, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { command } from "../../command.ts";
import { NewFile } from "../../new-file.ts";
import { type Done, partOf, withProgress } from "../../progress.ts";
import { jsonText, labelled } from "../../text.ts";

/** Writes one line of JSON for each batch, beginning with the first, to a new file, which has its name only when it is complete. */
export const ledgerExport = command({
  name: "ledger export",
  summary: "Writes all batches of the ledger to a file, one in a line.",
  operands: ["FILE"],
  async run(call) {
    const {
      operands: [path],
      service,
    } = call;
    const ledger = createClient(LedgerService, service().transport);
    const file = new NewFile(path, 0o600);
    try {
      const exported = await withProgress(call, "exporting the ledger", (done) =>
        writeBatches(ledger, (line) => file.write(line), done),
      );
      file.publish();
      const json = { file: path, ...exported };
      return { json, text: labelled(json) };
    } finally {
      file.end();
    }
  },
});

async function writeBatches(ledger: Client<typeof LedgerService>, write: (line: string) => void, done: Done) {
  let [after, entries] = [0n, 0];
  let head = "";
  for (;;) {
    const { batches, entriesTotal } = await ledger.exportLedger({ after, pageSize: 100 });
    for (const batch of batches) {
      if (batch.number !== after + 1n) throw new Error(`batch ${after + 1n} is missing`);
      write(`${jsonText(toJson(LedgerBatchSchema, batch))}\n`);
      after = batch.number;
      entries += batch.entries.length;
      head = Buffer.from(batch.hash).toString("hex");
    }
    done(`${entries} entries, ${after} batches`, partOf(BigInt(entries), entriesTotal));
    if (batches.length === 0) return { batches: String(after), entries: String(entries), head };
  }
}
