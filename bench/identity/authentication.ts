import { generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { mintToken } from "../../clients/typescript/src/identity/mint-token.ts";
import { mintSessionToken } from "../../server/access/authentication/session-token.ts";
import { storedSessions } from "../../server/access/store/sessions.ts";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { authenticationOperations } from "../../server/modules/identity/operations/authentication.ts";
import { identityOperations } from "../../server/modules/identity/operations/identities.ts";
import { storedAuthentications } from "../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../server/modules/identity/store/identities.ts";
import { openPassphraseRoot } from "../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { openVault } from "../../server/modules/vault/vault.ts";
import { createSignatureChecks } from "../../server/threads/signatures/checks.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { spreadText } from "../report/lines.ts";

const atOnce = 64;
const identitiesCount = 64;
const rounds = 7;
const perRound = 20;
const target = 0.5;

/** Authentications per second, with tokens consumed durably in SQLite, compared with `crypto.verify` alone. */
export async function authenticationRate(): Promise<Finding> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-bench-"));
  const database = await openServiceDatabase({ dataDirectory });
  const checks = createSignatureChecks(availableParallelism());
  try {
    const records = storedVaultRecords(database);
    const root = await openPassphraseRoot(randomBytes(32), records);
    const vault = await openVault({ root, records, now: Date.now });
    const identities = storedIdentities(database);
    const sessions = storedSessions(database);
    const unlimited = { check() {}, record() {}, consume() {} };
    const nothing = async () => undefined;
    const operations = authenticationOperations({
      identities,
      authentications: storedAuthentications(database),
      sessions,
      vault,
      isSignature: checks.isSignature,
      audience: "bench",
      windowSeconds: 300,
      explainsTokens: false,
      grantable: [],
      isPermission: () => true,
      mint: mintSessionToken,
      mintJwt: async () => ({ jwt: "", expiresAtSeconds: 0 }),
      failures: { byCaller: unlimited, byIdentity: unlimited },
      onClone: () => {},
      now: Date.now,
    });
    const { createIdentity } = identityOperations({
      identities,
      sessions,
      vault,
      startVerification: nothing,
      sendNotices: () => {},
      ...{ emailWithdrawal: async () => nothing, keyNotice: async () => nothing },
      admitRegistration: nothing,
      newKeyLimiter: { consume: nothing },
      now: Date.now,
    }) as unknown as Registration;
    const context = { principal: { id: "bench" } } as never;
    const register = (request: object) => createIdentity(request, context);
    const clients = await Promise.all(Array.from({ length: identitiesCount }, (_, n) => newClient(register, n)));
    const pairs: { ours: number; verify: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const batches = await Promise.all(
        Array.from({ length: perRound }, (_, batch) =>
          Promise.all(clients.map((one) => one.mint(round * perRound + batch + 1))),
        ),
      );
      const ours = await rateOf(async () => {
        for (const tokens of batches) {
          const answers = await Promise.all(
            tokens.map(
              (token) => operations.authenticate({ token } as never, context) as Promise<{ success: boolean }>,
            ),
          );
          if (!answers.every(({ success }) => success)) throw new Error("a good token was refused");
        }
      });
      pairs.push({ ours, verify: await rateOf(() => verifyAlone(clients[0] as Client)) });
    }
    await vault.close();
    return findingOf(pairs);
  } finally {
    await checks.close();
    await database.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

interface Created {
  readonly identity: { readonly id: string };
  readonly signingKey: { readonly id: string };
  readonly rotationKey: { readonly version: number; readonly secret: string };
}

interface Registration {
  createIdentity(request: object, context: object): Promise<Created>;
}

interface Client {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  mint(counter: number): Promise<string>;
}

async function newClient(register: (request: object) => Promise<Created>, number: number): Promise<Client> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" }) as { x: string };
  const request = { username: `bench-${number + 1000}`, publicKey: x, startVerification: false };
  const { identity, signingKey, rotationKey } = await register(request);
  const credentials = {
    identityId: identity.id,
    keyId: signingKey.id,
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
    rotationKey: { version: rotationKey.version, secret: Buffer.from(rotationKey.secret, "base64url") },
  };
  return {
    publicKey,
    privateKey,
    mint: (counter) =>
      mintToken(credentials, {
        audience: "bench",
        clientId: "bench",
        scope: "",
        counter,
        windowSeconds: 300,
        nowMs: Date.now(),
      }),
  };
}

/** Verifies as many signatures of a token's length, with the same concurrency on the same threads. */
async function verifyAlone({ publicKey, privateKey }: Client): Promise<void> {
  const message = randomBytes(500);
  const signature = sign(null, message, privateKey);
  for (let batch = 0; batch < perRound; batch++) {
    await Promise.all(
      Array.from(
        { length: atOnce },
        () =>
          new Promise<void>((resolve, reject) => {
            verify(null, message, publicKey, signature, (error, isRight) => {
              if (isRight) resolve();
              else reject(error ?? new Error("a good signature was refused"));
            });
          }),
      ),
    );
  }
}

/** Rate per second of this many batches. */
async function rateOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (perRound * atOnce * 1000) / (performance.now() - startedMs);
}

function findingOf(pairs: readonly { ours: number; verify: number }[]): Finding {
  const ratio = spreadOf(pairs.map(({ ours, verify: alone }) => ours / alone));
  return {
    title: "Authentication by rotating token",
    how:
      `${atOnce} concurrent tokens of ${identitiesCount} identities: verified, consumed durably in SQLite, a session opened; without a network. ` +
      `Compared with crypto.verify alone, ${atOnce} concurrently. ${rounds} rounds in turns.`,
    columns: ["operation", "per second"],
    rows: [
      ["authentications", spreadText(spreadOf(pairs.map(({ ours }) => ours)), 0)],
      ["crypto.verify", spreadText(spreadOf(pairs.map(({ verify: alone }) => alone)), 0)],
    ],
    verdicts: [
      {
        what: "authentications, compared with crypto.verify alone",
        figure: spreadText(ratio, 2),
        target: `at least ${target}`,
        isReached: ratio.median >= target,
        isUncertain: ratio.max >= target && ratio.min < target,
      },
    ],
  };
}
