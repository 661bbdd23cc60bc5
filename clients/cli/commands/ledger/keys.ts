import { Client } from "../../../typescript/src/index.ts";
import { command } from "../../command.ts";
import { writeNew } from "../../new-file.ts";
import { endpointOf } from "../../service.ts";
import { labelled } from "../../text.ts";

export const ledgerKeys = command({
  name: "ledger keys",
  summary: "Writes the keys that the service publishes to a new file, for `platonic ledger verify-receipt`.",
  operands: ["FILE"],
  examples: ["platonic ledger keys keys.json && platonic ledger verify-receipt receipt.json keys.json"],
  async run({ operands: [file], env }) {
    const keySet = (await new Client({ endpoint: endpointOf(env) }).keySet()) as { readonly keys?: readonly unknown[] };
    writeNew(file, `${JSON.stringify(keySet, null, 2)}\n`);
    const json = { file, keys: keySet.keys?.length ?? 0 };
    return { json, text: labelled(json) };
  },
});
