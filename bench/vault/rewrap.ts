import { randomBytes, randomUUID } from "node:crypto";
import { wrapDataKey } from "../../server/modules/vault/data-key-wrapping.ts";
import { openKeyRing } from "../../server/modules/vault/key-ring.ts";
import { checkRoot } from "../../server/modules/vault/root-key.ts";
import { vaultDataKeyRows } from "../../server/modules/vault/store/vault-data-key-row.ts";
import type { Vault } from "../../server/modules/vault/vault.ts";
import { storedKey } from "../../test/support/vault/stored-key.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { type Spread, spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";
import { keepBusy, type Lane, type Load } from "../requests/load.ts";
import { keepPace, type Latency } from "../requests/schedule.ts";
import { type OwnVault, openOwnVault } from "./vault.ts";

const targetSeconds = 60;
const dataKeysCount = 100_000;
/**
 * More data keys than the vault caches, so that every `open` reads its data key, old or rewrapped, from the database.
 */
const valuesCount = 10_000;
const signingKeysCount = 64;
const atOnce = 64;
const perSecond = 1_000;
const sliceSeconds = 1;
const purpose = "profile";
const message = randomBytes(500);

/** Duration of rewrapping all data keys, and its effect on concurrent requests. */
export async function vaultRewrap(pace: Pace): Promise<Finding> {
  const own = await openOwnVault();
  const { vault, remove } = own;
  try {
    await addDataKeys(own, dataKeysCount);
    const load = await openLoad(vault);
    await keepBusy(load, { seconds: pace.warmUpSeconds, sleepless: true });
    const schedule = { perSecond, seconds: sliceSeconds, sleepless: true };
    const busy = async () => {
      const { requests, seconds } = await keepBusy(load, { seconds: sliceSeconds, sleepless: true });
      return requests / seconds;
    };
    const paced = () => keepPace(load, schedule);
    const rounds: Round[] = [];
    for (let round = 0; round < Math.min(3, pace.rounds); round++) {
      const alone = await whileRewrapping(vault, () => new Promise<void>((resolve) => setTimeout(resolve, 100)));
      const pacedIdle = await threeTimes(paced);
      const pacedDuring = await whileRewrapping(vault, paced);
      const busyIdle = await threeTimes(busy);
      const busyDuring = await whileRewrapping(vault, busy);
      rounds.push({ alone, pacedIdle, pacedDuring, busyIdle, busyDuring });
    }
    return findingOf(rounds);
  } finally {
    await remove();
  }
}

interface Round {
  readonly alone: Rewrap<void>;
  readonly pacedIdle: readonly Latency[];
  readonly pacedDuring: Rewrap<Latency>;
  readonly busyIdle: readonly number[];
  readonly busyDuring: Rewrap<number>;
}

interface Rewrap<Result> {
  readonly seconds: number;
  /** Results of the slices that ran concurrently. */
  readonly results: readonly Result[];
}

/**
 * Creates data keys as the vault does, but many in a transaction, because a transaction for each would take minutes.
 */
async function addDataKeys({ database, records, root }: OwnVault, count: number): Promise<void> {
  const ring = await openKeyRing(await checkRoot(root, records), records, Date.now);
  const wrapping = ring.active();
  const createdAt = new Date();
  const inOneStatement = 1_000;
  await database.transact(async (writer) => {
    for (let first = 0; first < count; first += inOneStatement) {
      const rows = Array.from({ length: inOneStatement }, (_, index) => {
        const place = { id: randomUUID(), version: 1, identity: identityOf(first + index), purpose };
        const wrappedKey = wrapDataKey(wrapping, place, randomBytes(32));
        return { ...place, keyEncryptionKeyVersion: wrapping.version, wrappedKey, createdAt };
      });
      await writer.insert(vaultDataKeyRows, rows);
    }
  });
  ring.clear();
}

function identityOf(index: number): string {
  return `identity-${index}`;
}

/** Signs and opens by turns and checks the results. */
async function openLoad(vault: Vault): Promise<Load> {
  const owners = Array.from({ length: signingKeysCount }, (_, index) => ({ identity: identityOf(index), purpose }));
  const keys = await Promise.all(owners.map((owner) => storedKey(vault, owner)));
  const values: { place: Parameters<Vault["open"]>[0]; sealed: Uint8Array }[] = [];
  const apart = dataKeysCount / valuesCount;
  for (let index = 0; index < valuesCount; index++) {
    const place = { table: "t", column: "c", row: String(index), identity: identityOf(index * apart), purpose };
    values.push({ place, sealed: await vault.seal(place, Buffer.from(place.identity)) });
  }
  let served = 0;
  const serve = async () => {
    const index = served++ >> 1;
    if (served % 2 === 0) {
      await vault.sign((keys[index % keys.length] as (typeof keys)[0]).keyId, message);
      return;
    }
    const { place, sealed } = values[index % values.length] as (typeof values)[0];
    const opened = Buffer.from(await vault.open(place, sealed)).toString();
    if (opened !== place.identity) throw new Error("a value reads otherwise");
  };
  const lane: Lane = {
    // Runs in a turn of the event loop of its own, like a request from the network.
    send: (onReply) => void setImmediate(() => void serve().then(onReply)),
    flush() {},
  };
  return { lanes: Array.from({ length: atOnce }, () => lane), close() {} };
}

/** Runs slices until all data keys are rewrapped. */
async function whileRewrapping<Result>(vault: Vault, slice: () => Promise<Result>): Promise<Rewrap<Result>> {
  const startedMs = performance.now();
  let seconds: number | undefined;
  const rotation = vault.rotateNow().then(() => {
    seconds = (performance.now() - startedMs) / 1000;
  });
  const results: Result[] = [];
  while (seconds === undefined) results.push(await slice());
  await rotation;
  // The last slice outlasted the rewrap.
  return { seconds, results: results.length > 1 ? results.slice(0, -1) : results };
}

async function threeTimes<Result>(slice: () => Promise<Result>): Promise<Result[]> {
  return [await slice(), await slice(), await slice()];
}

function findingOf(rounds: readonly Round[]): Finding {
  const secondsOf = (key: "alone" | "pacedDuring" | "busyDuring") =>
    spreadOf(rounds.map((round) => round[key].seconds));
  const latency = (which: (round: Round) => readonly Latency[], key: keyof Latency) =>
    spreadText(spreadOf(rounds.flatMap((round) => which(round).map((slice) => slice[key]))), 2);
  const rate = (which: (round: Round) => readonly number[]) => spreadText(spreadOf(rounds.flatMap(which)), 0);
  const inService: Spread = secondsOf("pacedDuring");
  const name = (what: string) => `${what} at ${perSecond} per second, ms`;
  return {
    title: "Vault rewrap",
    how:
      `A rotation rewraps ${dataKeysCount} data keys in SQLite: on an idle process, beside ${perSecond} requests per second at fixed times, and ` +
      `beside requests at the maximum rate, ${atOnce} concurrently. ` +
      "Requests are by turns a signature and the decryption of a value whose data key must be read from the database; all in one " +
      `process, without a network. Latency counts from the scheduled time. ${rounds.length} rounds in turns, in slices of ${sliceSeconds} s.`,
    columns: ["measurement", "idle", "during the rewrap"],
    rows: [
      ["duration of the rewrap on an idle process, s", "", spreadText(secondsOf("alone"), 1)],
      [`duration of the rewrap beside ${perSecond} requests per second, s`, "", spreadText(inService, 1)],
      ["duration of the rewrap beside requests at the maximum rate, s", "", spreadText(secondsOf("busyDuring"), 1)],
      ["responses per second", rate(({ busyIdle }) => busyIdle), rate(({ busyDuring }) => busyDuring.results)],
      ...(["p50", "p99", "p999"] as const).map((key) => [
        name(key === "p999" ? "p99.9" : key),
        latency(({ pacedIdle }) => pacedIdle, key),
        latency(({ pacedDuring }) => pacedDuring.results, key),
      ]),
    ],
    verdicts: [
      {
        what: `seconds to rewrap ${dataKeysCount} data keys beside requests`,
        figure: spreadText(inService, 1),
        target: `less than ${targetSeconds}`,
        isReached: inService.median < targetSeconds,
        isUncertain: inService.min < targetSeconds && inService.max >= targetSeconds,
      },
    ],
  };
}
