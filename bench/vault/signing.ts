import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { storedKey } from "../../test/support/vault/stored-key.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";
import { openOwnVault } from "./vault.ts";

const atOnce = 64;
const target = 0.8;
/** Message of the length of a token without its signature. */
const message = randomBytes(500);

/** Signatures per second with keys in the vault, compared with `crypto.sign` with a loaded key. */
export async function signingRate({ rounds, seconds }: Pace): Promise<Finding> {
  const { vault, remove } = await openOwnVault();
  try {
    const numbers = Array.from({ length: atOnce }, (_, number) => number);
    const owners = numbers.map((number) => ({ identity: `identity-${number}`, purpose: "signing" }));
    const keys = await Promise.all(owners.map((owner) => storedKey(vault, owner)));
    const bareKeys = numbers.map(() => generateKeyPairSync("ed25519").privateKey);
    const ours = keys.map(
      ({ keyId }) =>
        () =>
          vault.sign(keyId, message),
    );
    const bare = bareKeys.map((key) => () => sign(null, message, key));
    const measured: { ours: Round; bare: Round }[] = [];
    await runRound(ours, 1);
    await runRound(bare, 1);
    for (let round = 0; round < rounds; round++) {
      measured.push({ ours: await runRound(ours, seconds), bare: await runRound(bare, seconds) });
    }
    return findingOf(measured, seconds);
  } finally {
    await remove();
  }
}

interface Round {
  readonly rate: number;
  readonly perCpuSecond: number;
}

/** Repeats all of them together, and yields to the event loop in between. */
async function runRound(signers: readonly (() => unknown)[], seconds: number): Promise<Round> {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  let signatures = 0;
  let elapsedMs = 0;
  while (elapsedMs < seconds * 1000) {
    await Promise.all(signers.map((signOne) => signOne()));
    signatures += signers.length;
    await nextTurn();
    elapsedMs = performance.now() - startedMs;
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return { rate: (signatures * 1000) / elapsedMs, perCpuSecond: (signatures * 1e6) / (user + system) };
}

function findingOf(rounds: readonly { ours: Round; bare: Round }[], seconds: number): Finding {
  const ratioBy = (key: keyof Round) => spreadOf(rounds.map(({ ours, bare }) => ours[key] / bare[key]));
  const ratio = ratioBy("rate");
  const rateOf = (which: "ours" | "bare") => spreadText(spreadOf(rounds.map((round) => round[which].rate)), 0);
  return {
    title: "Vault",
    how:
      `Ed25519 signatures of ${message.length} bytes by ${atOnce} keys in the vault over SQLite, ${atOnce} concurrently: keys stay ` +
      "decrypted in memory, and once per second the database is asked whether each is still in use. Compared with crypto.sign on the same " +
      `thread, with as many loaded keys. ${rounds.length} rounds of ${seconds} s in turns.`,
    columns: ["operation", "per second"],
    rows: [
      ["vault.sign", rateOf("ours")],
      ["crypto.sign", rateOf("bare")],
      ["ratio by CPU", spreadText(ratioBy("perCpuSecond"), 2)],
    ],
    verdicts: [
      {
        what: "signatures by the vault, compared with crypto.sign alone",
        figure: spreadText(ratio, 2),
        target: `at least ${target}`,
        isReached: ratio.median >= target,
        isUncertain: ratio.max >= target && ratio.min < target,
      },
    ],
  };
}
