/**
 * A process with a vault that rotates without end, and seals, signs and destroys meanwhile, until it is killed. What is
 * committed it tells in a line, as soon as it knows.
 */
import { writeSync } from "node:fs";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { openVault } from "../../server/modules/vault/vault.ts";
import { Random } from "../support/laws/random.ts";
import { passphrase, quickStretching } from "../support/vault/constants.ts";
import type { Line, Task } from "./vault-life.ts";
import { contentOf, record } from "./vault-records.ts";

const { location, seed, life, now, killAt } = JSON.parse(process.argv[2] as string) as Task;
const lanes = 3;
const identities = 400;
let stepsToGo = killAt?.nth ?? 0;

/** Before this answers, the other side can read it, whatever becomes of this process. */
function tell(...line: Line): void {
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
    tell("step", step);
  },
});

async function rotate(): Promise<void> {
  while (true) {
    await vault.rotateNow();
    tell("rotated", (await vault.status()).activeVersion);
  }
}

async function work(lane: number): Promise<void> {
  const random = new Random(seed + lane);
  const names: string[] = [];
  const keys: string[] = [];
  for (let count = 0; ; count++) {
    const identity = `identity-${random.below(identities)}`;
    const choice = random.next();
    if (choice < 0.5) {
      const name = `${identity}/${life}.${lane}.${count}`;
      await record(vault, database, name);
      tell("kept", name);
      names.push(name);
    } else if (choice < 0.7) {
      const { keyId, publicKey } = await vault.createSigningKey({ identity, purpose: "signing" });
      tell("made", keyId, Buffer.from(publicKey).toString("base64"));
      keys.push(keyId);
    } else if (choice < 0.8 && keys.length > 0) {
      const message = `message ${count}`;
      const keyId = random.pick(keys);
      tell("signed", keyId, message, Buffer.from(await vault.sign(keyId, Buffer.from(message))).toString("base64"));
    } else if (choice < 0.85 && keys.length > 0) {
      const [keyId] = keys.splice(random.below(keys.length), 1) as [string];
      tell("destroying", keyId);
      await vault.destroyKey(keyId);
      tell("destroyed", keyId);
    } else if (names.length > 0) {
      const name = random.pick(names);
      if (!contentOf(name).equals(await record(vault, database, name))) throw new Error(`${name} reads otherwise`);
    }
    // A database in this process answers without a pause in which the others could go on.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}

await Promise.all([rotate(), ...Array.from({ length: lanes }, (_, lane) => work(lane))]).catch(fail);
