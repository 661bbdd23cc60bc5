import { expect, test } from "vitest";
import { drawnClientId, TokenMinter } from "../../../clients/typescript/src/identity/token-minter.ts";
import { newMinter } from "../../../clients/typescript/src/wallet/wallet-options.ts";
import { newHolder, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

/** Room for all of them at once: it is not the limits of plans that are tried. */
const room = { requestsPerMinute: 100_000, concurrentRequests: 1_000 };

const server = sharedServer({ PLANS: JSON.stringify({ anonymous: room, identity: room }) });

/** Returns a `fetch` that holds back the first tokens until there are so many, and then sends the last one first. */
function lastFirst(count: number): typeof fetch {
  const held: (() => Promise<unknown>)[] = [];
  return (resource, init) => {
    const isToken = String(resource).endsWith("/Authenticate");
    if (!isToken || held.length === count) return fetch(resource, init);
    return new Promise((resolve, reject) => {
      held.push(() => fetch(resource, init).then(resolve, reject));
      if (held.length === count)
        void held.reduceRight((before, send) => before.then(send), Promise.resolve<unknown>(0));
    });
  };
}

test("fourteen wallets of one identity, opened at once, are not locked out", async () => {
  const holder = await newHolder(server().url, "100");
  const terms = { fetch: lastFirst(14), configuration: { useChannel: false } };
  const wallets = Array.from({ length: 14 }, () => walletOf(server().url, holder, terms));
  const read = await Promise.allSettled(wallets.map((wallet) => wallet.balances()));
  expect(read.filter(({ status }) => status === "rejected")).toEqual([]);
  for (const wallet of wallets) wallet.close();
});

test("the id of a wallet is drawn from 256, unless it is given", async () => {
  const { credentials } = await newHolder(server().url);
  const drawn = new Set(Array.from({ length: 2_000 }, () => newMinter({ credentials }).clientId));
  expect(drawn.size).toBeGreaterThan(200);
  for (const id of drawn) expect(id).toMatch(/^wallet-[0-9a-f]{2}$/);
  expect(newMinter({ credentials, clientId: "till-7" }).clientId).toBe("till-7");
});

test("a drawn id of the longest name that leaves room for it is a client id", async () => {
  const { credentials } = await newHolder(server().url);
  expect(() => new TokenMinter({ credentials, clientId: drawnClientId("w".repeat(61)) })).not.toThrow();
});
