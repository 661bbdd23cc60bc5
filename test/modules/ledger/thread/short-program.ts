// A program that does nothing but an order: nothing else keeps it alive. It is called with the folder of the data and an owner.
import { openServiceDatabase } from "../../../../server/app/tables.ts";
import { openLedger } from "../../../../server/modules/ledger/store/ledger.ts";
import { checkpointEntries, policy, someDayMs, twoForOne } from "../../../support/ledger/constants.ts";
import { threadOf } from "../../../support/ledger/ledger-fixture.ts";
import { deposit } from "../../../support/ledger/requests.ts";

const [dataDirectory = "", owner = ""] = process.argv.slice(2);
const database = await openServiceDatabase({ dataDirectory });
const rules = { policy, rates: () => twoForOne, now: () => someDayMs, checkpointEntries };
const ledger = await openLedger(database, { ...rules, openWriter: async (opened) => threadOf(opened) });
for (let order = 0; order < 3; order++) process.stdout.write((await ledger.submit(deposit(owner, 5n))).kind);
await ledger.close();
await database.close();
