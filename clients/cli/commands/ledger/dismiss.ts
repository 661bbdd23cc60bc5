import { createClient } from "@connectrpc/connect";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { command } from "../../command.ts";
import { labelled } from "../../text.ts";

export const ledgerDismiss = command({
  name: "ledger dismiss",
  summary: "Has a loss forgotten that a check has named, once it is dealt with.",
  operands: ["ID"],
  async run({ operands: [id], service }) {
    const { dismissed } = await createClient(LedgerService, service().transport).dismissLosses({ ids: [id] });
    const json = { dismissed };
    return { json, text: labelled(json), status: dismissed === 0 ? 1 : 0 };
  },
});
