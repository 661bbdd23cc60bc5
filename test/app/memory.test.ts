import { expect, test } from "vitest";
import { ApiClient } from "../support/identity/api-client.ts";
import { collectGarbage } from "../support/memory/garbage.ts";
import { startServer } from "../support/server.ts";
import { deposit, newHolder, rates } from "../support/wallet-holder.ts";

/** Calls of a kind before a measurement: compiled code and caches have grown by then. */
const count = 1_500;
/** Rounds in which memory has grown too much before a test fails. */
const roundsMax = 4;
/** Allowed growth of memory, in bytes per call. Results of writes that were kept were 10,000. */
const bytesMax = 1_500;

test("a service that runs on keeps nothing of calls that have ended", { tags: ["slow/programs"] }, async () => {
  const server = await startServer({ ...rates, TRANSACTIONS_PER_MINUTE: "1000000" });
  const api = new ApiClient(server);
  const [ada, eve] = [await newHolder(api, { TOKEN_STANDARD: "100000" }), await newHolder(api)];
  const { id } = (await api.identity()).identity;
  const calls = {
    payment: () => ada.pay({ recipient: eve.id, amount: "0.001" }),
    deposit: () => deposit(api, ada.id, "TOKEN_STANDARD", 1),
    exchange: () => ada.exchange({ source_amount: 0.01 }),
    "token of a new identity": async () => api.token((await api.identity()).identity.id),
    wallet: () => ada.wallet(),
    "unknown wallet": () => api.call("GET", `/api/wallets/${id}`),
  };
  const grown: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) {
    const repeat = async () => {
      for (let index = 0; index < count; index++) await call();
      server.log.length = 0;
      return bytesHeld();
    };
    let before = await repeat();
    // Caches and compiled code grow now and then; what is kept of calls grows in every round.
    for (let round = 0; round < roundsMax; round++) {
      const after = await repeat();
      grown[name] = Math.min(grown[name] ?? Number.POSITIVE_INFINITY, Math.round((after - before) / count));
      if (grown[name] <= bytesMax) break;
      before = after;
    }
  }
  const tooMuch = Object.entries(grown).filter(([, bytes]) => bytes > bytesMax);
  expect(tooMuch, JSON.stringify(grown)).toEqual([]);
  await server.close();
});

/** Returns the bytes of live objects and buffers. */
function bytesHeld(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
