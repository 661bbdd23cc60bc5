import { LedgerEntrySchema } from "#contract/wallet/v1/ledger_pb.js";
import { plainOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { jsonText } from "../../text.ts";
import { withWallet } from "../../wallet-run.ts";
import { placeOf, watchOptions } from "../../watch.ts";

/** Writes each event as a line of JSON at once. Another watch can continue from the cursor of any line. */
export const walletWatch = command({
  name: "wallet watch",
  summary: "Writes what moves money into a wallet or out of it, as lines of JSON, until it is interrupted.",
  options: {
    ...watchOptions,
    profile: profileOption,
  },
  examples: ["platonic wallet watch --cursor start", "platonic wallet watch | while read -r event; do ...; done"],
  run({ options, ...call }) {
    const { most, place } = placeOf(options);
    return withWallet(call, options.profile, async (wallet) => {
      let written = 0;
      for await (const event of wallet.events(place)) {
        call.write(`${jsonText({ cursor: event.cursor, entry: plainOf(LedgerEntrySchema, event.entry) })}\n`);
        written += 1;
        if (written === most) break;
      }
      return 0;
    });
  },
});
