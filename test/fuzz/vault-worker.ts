/**
 * A process with a vault that rotates its keys repeatedly, and seals, signs and destroys meanwhile, until it is killed.
 * It writes a line for every committed change at once.
 */
import { writeSync } from "node:fs";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { openVault } from "../../server/modules/vault/vault.ts";
import { Random } from "../support/laws/random.ts";
import { passphrase, quickStretching } from "../support/vault/constants.ts";
import { storedKey } from "../support/vault/stored-key.ts";
import { contentOf, record } from "./vault-records.ts";
import type { Line, Task } from "./vault-worker-process.ts";

const { location, seed, processNumber, now, killAt } = JSON.parse(process.argv[2] as string) as Task;
const concurrency = 3;
const identities = 400;
let stepsToGo = killAt?.nth ?? 0;

/** Writes a line synchronously, so that the parent can read it even if this process is killed afterwards. */
function report(...line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const database = await openServiceDatabase(location);
const records = storedVaultRecords(database);
const root = await openPassphraseRoot(Buffer.from(passphrase), records, quickStretching);
const vault = await openVault({
  root,
  records,
  now: () => now,
  report: fail,
  afterStep(step) {
    if (step === killAt?.step && --stepsToGo === 0) process.kill(process.pid, "SIGKILL");
    report("step", step);
  },
});

async function rotate(): Promise<void> {
  while (true) {
    await vault.rotateNow();
    report("rotated", (await vault.status()).activeVersion);
  }
}

async function work(worker: number): Promise<void> {
  const random = new Random(seed + worker);
  const names: string[] = [];
  const keys: string[] = [];
  for (let count = 0; ; count++) {
    const identity = `identity-${random.below(identities)}`;
    const choice = random.next();
    if (choice < 0.5) {
      const name = `${identity}/${processNumber}.${worker}.${count}`;
      await record(vault, database, name);
      report("kept", name);
      names.push(name);
    } else if (choice < 0.7) {
      const { keyId, publicKey } = await storedKey(vault, { identity, purpose: "signing" });
      report("made", keyId, Buffer.from(publicKey).toString("base64"));
      keys.push(keyId);
    } else if (choice < 0.8 && keys.length > 0) {
      const message = `message ${count}`;
      const keyId = random.pick(keys);
      report("signed", keyId, message, Buffer.from(await vault.sign(keyId, Buffer.from(message))).toString("base64"));
    } else if (choice < 0.85 && keys.length > 0) {
      const [keyId] = keys.splice(random.below(keys.length), 1) as [string];
      report("destroying", keyId);
      await vault.destroyKey(keyId);
      report("destroyed", keyId);
    } else if (names.length > 0) {
      const name = random.pick(names);
      if (!contentOf(name).equals(await record(vault, database, name))) throw new Error(`${name} has other content`);
    }
    // SQLite answers without a pause, in which other tasks could continue.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}

await Promise.all([rotate(), ...Array.from({ length: concurrency }, (_, worker) => work(worker))]).catch(fail);
