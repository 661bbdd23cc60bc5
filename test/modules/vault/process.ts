/**
 * Process with a vault, for tests: rotates at the due time, seals values meanwhile, and prints them. It kills itself
 * after the given step, as a power failure would.
 */
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import { openPassphraseRoot } from "../../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { openVault } from "../../../server/modules/vault/vault.ts";
import { due, passphrase, quickStretching } from "../../support/vault/constants.ts";

interface Task {
  readonly location: DatabaseLocation;
  /** Number of the step, counted from 1, after which it kills itself. Absent: it runs to its end. */
  readonly killAfter?: number;
  /** Number of values to seal. */
  readonly values: number;
}

const { location, killAfter, values } = JSON.parse(process.argv[2] as string) as Task;
let steps = 0;
const database = await openServiceDatabase(location);
const records = storedVaultRecords(database);
const root = await openPassphraseRoot(Buffer.from(passphrase), records, quickStretching);
const vault = await openVault({
  root,
  records,
  now: () => due,
  afterStep() {
    if (++steps === killAfter) process.kill(process.pid, "SIGKILL");
  },
});
const rotation = vault.rotateIfDue();
const sealed = [];
for (let index = 0; index < values; index++) {
  const place = { table: "t", column: "c", row: String(process.pid), identity: `${index}`, purpose: "p" };
  const text = `value ${index} of process ${process.pid}`;
  sealed.push({ place, text, sealed: Buffer.from(await vault.seal(place, Buffer.from(text))).toString("base64") });
  await new Promise((resolve) => setImmediate(resolve));
}
await rotation;
await vault.close();
await database.close();
process.stdout.write(JSON.stringify(sealed));
