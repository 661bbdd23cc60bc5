import { createClient } from "@connectrpc/connect";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { LedgerEntrySchema } from "#contract/wallet/v1/ledger_pb.js";
import { plainOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { jsonText } from "../../text.ts";
import { placeOf, watchOptions } from "../../watch.ts";

/**
 * Writes the events of all wallets as lines of JSON. Ends when the service does; another watch can continue from the
 * last cursor.
 */
export const ledgerWatch = command({
  name: "ledger watch",
  summary: "Writes what moves money in any wallet, as lines of JSON, until it is interrupted or the service ends.",
  options: watchOptions,
  examples: ["platonic ledger watch --cursor start"],
  async run({ options, service, write }) {
    const { most, place } = placeOf(options);
    let written = 0;
    for await (const event of createClient(EventService, service().transport).watchAll(place)) {
      // A heartbeat has no entry.
      if (event.entry === undefined) continue;
      const { cursor, identityId, entry } = event;
      write(`${jsonText({ cursor, identityId, entry: plainOf(LedgerEntrySchema, entry) })}\n`);
      written += 1;
      if (written === most) break;
    }
    return 0;
  },
});
