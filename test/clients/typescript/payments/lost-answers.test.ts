import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { type Attempt, PlatonicError, Session, TokenMinter } from "../../../../clients/typescript/src/index.ts";
import { type Holder, heldBy, newHolder, phaseOf, standard, walletOf } from "../../../support/sdk-holder.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();
let ada: Holder;
let bob: Holder;
beforeAll(async () => {
  ada = await newHolder(server().url, "100");
  bob = await newHolder(server().url);
});

/** A network that loses the first answers of a method, or all. */
function losing(method: string, answers = 1) {
  let lost = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    if (!String(input).endsWith(`/${method}`) || lost >= answers) return response;
    lost += 1;
    await response.arrayBuffer();
    throw new TypeError("the connection was reset");
  };
  return { fetch, lost: () => lost };
}

describe("a session", () => {
  const sessionOver = (fetch: typeof globalThis.fetch) =>
    new Session(server().url, new TokenMinter({ credentials: ada.credentials, clientId: "app" }), { fetch });

  test.each(["CreateChallenge", "Authenticate"])("is opened though the answer of %s is lost", async (method) => {
    const { fetch, lost } = losing(method, 2);
    expect(await sessionOver(fetch).token()).toMatch(/./);
    expect(lost()).toBe(2);
  });

  test("is given up after four attempts", async () => {
    const { fetch, lost } = losing("Authenticate", 100);
    const error = await sessionOver(fetch)
      .token()
      .catch((thrown: unknown) => thrown);
    expect(PlatonicError.from(error).reason).toBe("UNREACHABLE");
    expect(lost()).toBe(4);
  });
});

describe("the hook of a wallet", () => {
  /** Pays once; returns the attempts of the methods that move money or ask what became of it. */
  async function attemptsOf(useChannel: boolean, fetch?: typeof globalThis.fetch) {
    const attempts: Attempt[] = [];
    const wallet = walletOf(server().url, ada, {
      configuration: { useChannel, retryCount: 1, confirmTimeout: 3_000 },
      onAttempt: (attempt) => attempts.push(attempt),
      ...(fetch && { session: { fetch } }),
    });
    if (useChannel) await phaseOf(wallet, "open");
    const before = Number(await heldBy(server().url, bob.id));
    expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    expect(Number(await heldBy(server().url, bob.id)) - before).toBe(1);
    await setImmediate();
    wallet.close();
    return attempts
      .filter(({ method }) => method.startsWith("wallet.v1."))
      .map(({ method, attempt, reason }) => [method.slice(method.indexOf("/") + 1), attempt, reason]);
  }

  test("is told of the attempts of a payment over HTTP, to send it and to void it", async () => {
    expect(await attemptsOf(false, losing("Transfer", 2).fetch)).toEqual([
      ["Transfer", 1, "UNREACHABLE"],
      ["Transfer", 2, "UNREACHABLE"],
      ["ResolveTransaction", 3, undefined],
    ]);
  });

  test("is told of those over the channel", async () => {
    expect(await attemptsOf(true)).toEqual([["Transfer", 1, undefined]]);
  });
});
