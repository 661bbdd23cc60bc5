import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { goodClaims, issuerWithFile, sign, signingKey } from "../../access/authentication/issuing.ts";
import { startServer } from "../../support/server.ts";
import type { CallingThreadData } from "./calling-thread.ts";

const calls = 48;

/** Issues tokens of a plan, whose callers are known for a minute. */
export async function tokenIssuer(plan = "busy") {
  const signer = await signingKey("ES256", "key-1");
  const directory = mkdtempSync(join(tmpdir(), "platonic-issuer-"));
  const members = { plans: [plan], defaultPlan: plan };
  const issuer = issuerWithFile(directory, "https://issuer.example", [signer], members);
  return {
    settings: { JWT_ISSUERS: JSON.stringify([issuer]) },
    newToken(): Promise<string> {
      const seconds = Math.floor(Date.now() / 1000);
      const claims = { sub: crypto.randomUUID(), permissions: ["geocode:*"], iat: seconds, exp: seconds + 3_600 };
      return sign(signer, goodClaims(claims));
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Returns the statuses of calls of a known caller, made while the main thread of the server does nothing. */
export async function statusesWhileIdle(
  settings: Record<string, string>,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly number[]> {
  const server = await startServer(settings);
  const statuses = new SharedArrayBuffer(4 * (1 + calls));
  const worker = new Worker(new URL("./calling-thread.ts", import.meta.url), {
    workerData: { url: server.url, token, headers, statuses } satisfies CallingThreadData,
  });
  // It knows all connections and has called twice on each: the second call finds its caller known.
  await once(worker, "message");
  worker.postMessage("go");
  // This thread, which is the main thread of the server, does nothing else meanwhile.
  const outcome = Atomics.wait(new Int32Array(statuses), 0, 0, 60_000);
  await worker.terminate();
  await server.close();
  return outcome === "timed-out" ? [] : [...new Int32Array(statuses).subarray(1)];
}

/** Properties of such calls when threads answer them. */
export const allAnswered: readonly number[] = new Array(calls).fill(200);
