import { expect } from "vitest";
import type { Outcome } from "../driver-process.ts";
import type { Fault } from "../fault-server/fault.ts";
import { type DrivenWallet, expectOutcome, failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

const always = 1_000_000;
const completed = "TRANSACTION_COMPLETED";
const failed = "TRANSACTION_FAILED";

/** Faults that a payment survives: it completes once, however often it was sent. */
const survived: readonly [name: string, ...harm: (readonly [on: string, fault: Fault, times?: number])[]][] = [
  ["the answer is dropped after the commit", ["/Transfer", { do: "drop answer" }]],
  ["the stream is reset after the commit", ["/Transfer", { do: "drop answer", by: "reset" }]],
  ["three answers are dropped", ["/Transfer", { do: "drop answer" }, 3]],
  ["the request is dropped before the service", ["/Transfer", { do: "drop request" }]],
  ["the answer is cut in its middle", ["/Transfer", { do: "cut answer" }]],
  ["the answer is delayed by a second", ["/Transfer", { do: "delay", what: "answer", ms: 1_000 }]],
  ["the request is delayed by a second", ["/Transfer", { do: "delay", what: "request", ms: 1_000 }]],
  ["an intermediary answers 429 with Retry-After", ["/Transfer", { do: "refuse", status: 429, retryAfterSeconds: 1 }]],
  ["an intermediary answers 503", ["/Transfer", { do: "refuse", status: 503 }]],
  ["an intermediary answers 502 twice", ["/Transfer", { do: "refuse", status: 502 }, 2]],
  ["an intermediary answers 403 with a page", ["/Transfer", { do: "refuse", status: 403 }]],
  ["an intermediary answers with a page, as if all were well", ["/Transfer", { do: "refuse", status: 200 }]],
  ["an intermediary answers with nothing, as if all were well", ["/Transfer", { do: "refuse", status: 200, body: "" }]],
  ["the request is delivered twice at once", ["/Transfer", { do: "twice", when: "at once" }]],
  ["a copy is delivered after the answer", ["/Transfer", { do: "twice", when: "later" }]],
];

async function expectPaidOnce(world: World, { id }: DrivenWallet, recipient: string, transaction: string) {
  expect(await world.wordOf(id, transaction)).toBe(completed);
  expect([await world.balanceOf(id), await world.balanceOf(recipient)]).toEqual(["89.99", "10"]);
}

const paidOnce: Scenario[] = survived.map(([name, ...harm]) => ({
  name: `a payment, while ${name}`,
  async play(world) {
    const recipient = await world.recipient();
    const wallet = await world.wallet();
    for (const [on, fault, times] of harm) world.faults.harm(on, fault, times);
    const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
    await expectPaidOnce(world, wallet, recipient, outcome.id);
    return expectOutcome(outcome, "completed");
  },
}));

/** Faults of the first call of a client, which opens its session. */
const firstCalls: readonly [name: string, on: string, fault: Fault][] = [
  ["the answer with the challenge is dropped", "/CreateChallenge", { do: "drop answer" }],
  ["the answer with the session is dropped", "/Authenticate", { do: "drop answer" }],
  ["an intermediary answers the authentication with 503", "/Authenticate", { do: "refuse", status: 503 }],
  ["an intermediary answers the authentication with a page", "/Authenticate", { do: "refuse", status: 200 }],
  ["an intermediary answers with a page in place of a challenge", "/CreateChallenge", { do: "refuse", status: 200 }],
];

const first: Scenario[] = firstCalls.map(([name, on, fault]) => ({
  name: `a first payment of a process, while ${name}`,
  async play(world) {
    const [wallet, recipient] = [await world.wallet(), await world.recipient()];
    const driver = await world.driver();
    await world.openWallet(driver, wallet.credentials, { clientId: "another" });
    world.faults.harm(on, fault);
    const outcome = await driver.send<Outcome>("pay", { order: ten(recipient) });
    expect(world.faults.rules.count(on)).toBeGreaterThan(1);
    await expectPaidOnce(world, wallet, recipient, outcome.id);
    return expectOutcome(outcome, "completed");
  },
}));

const others: Scenario[] = [
  {
    name: "a payment that never gets an answer, until it is voided",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100", { confirmTimeoutMs: 1_500 }), await world.recipient()];
      world.faults.harm("/Transfer", { do: "silence", isForwarded: false }, always);
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(await world.wordOf(wallet.id, outcome.id)).toBe(failed);
      expect(await world.balanceOf(wallet.id)).toBe("100");
      return expectOutcome(outcome, "failed", "CHANNEL_FAILURE");
    },
  },
  {
    name: "a payment that is made and never answered, until the ledger is asked",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100", { confirmTimeoutMs: 1_500 }), await world.recipient()];
      world.faults.harm("/Transfer", { do: "silence", isForwarded: true }, always);
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      await expectPaidOnce(world, wallet, recipient, outcome.id);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "a payment whose answer is lost because the service is killed after the commit and starts again",
    async play(world) {
      // As long as a start may take on a busy machine.
      const options = { confirmTimeoutMs: 60_000 };
      const [wallet, recipient] = [await world.wallet("100", options), await world.recipient()];
      const call = async () => {
        await world.service.stop("SIGKILL");
        await world.service.start();
      };
      world.faults.harm("/Transfer", { do: "call", call });
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      await expectPaidOnce(world, wallet, recipient, outcome.id);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "a payment after the service was restarted while the client was idle",
    async play(world) {
      const [wallet, recipient] = [await world.wallet(), await world.recipient()];
      await wallet.driver.send("balances");
      await world.service.stop("SIGTERM");
      await world.service.start();
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      await expectPaidOnce(world, wallet, recipient, outcome.id);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "a payment while the service is away, which settles when it is back",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100", { confirmTimeoutMs: 1_000 }), await world.recipient()];
      await wallet.driver.send("balances");
      world.faults.isAway = true;
      world.faults.cutConnections();
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expectOutcome(outcome, "unresolved");
      world.faults.isAway = false;
      const [settled] = await wallet.driver.send<{ outcomes: Outcome[] }>("reconcile").then(async ({ outcomes }) => {
        if (outcomes.length > 0) return outcomes;
        // The client was resolving it already, and tells when it has.
        for (;;) {
          const told = await wallet.driver.send<{ outcomes: Outcome[] }>("settled");
          if (told.outcomes.length > 0) return told.outcomes;
        }
      });
      expect(settled?.id).toBe(outcome.id);
      const word = await world.wordOf(wallet.id, outcome.id);
      expect(word).toBe(settled?.kind === "completed" ? completed : failed);
      return `unresolved, then ${settled?.kind}`;
    },
  },
  {
    name: "a payment whose client is killed after it was sent, reconciled by another process",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      const killed = Promise.withResolvers<void>();
      world.faults.harm("/Transfer", { do: "call", call: () => wallet.driver.kill().then(killed.resolve) });
      const id = crypto.randomUUID();
      wallet.driver.send("pay", { order: ten(recipient, { id }) }).catch(() => {});
      await killed.promise;
      const next = await world.driver();
      await world.openWallet(next, wallet.credentials, { journal, clientId: "after" });
      const { outcomes } = await next.send<{ outcomes: Outcome[] }>("reconcile");
      expect(outcomes).toMatchObject([{ kind: "completed", id }]);
      await expectPaidOnce(world, wallet, recipient, id);
      expect(await next.send("reconcile")).toEqual({ outcomes: [] });
      return "completed";
    },
  },
  {
    name: "a payment whose client is killed before the service has it, reconciled by another process",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      await wallet.driver.send("balances");
      world.faults.harm("/Transfer", { do: "silence", isForwarded: false }, always);
      const id = crypto.randomUUID();
      wallet.driver.send("pay", { order: ten(recipient, { id }) }).catch(() => {});
      while (world.faults.rules.count("/Transfer") === 0) await new Promise((resolve) => setImmediate(resolve));
      await wallet.driver.kill();
      world.faults.heal();
      const next = await world.driver();
      await world.openWallet(next, wallet.credentials, { journal, clientId: "after" });
      const { outcomes } = await next.send<{ outcomes: Outcome[] }>("reconcile");
      expect(outcomes).toMatchObject([{ kind: "failed", id }]);
      expect(await world.wordOf(wallet.id, id)).toBe(failed);
      expect(await world.balanceOf(wallet.id)).toBe("100");
      return "failed";
    },
  },
  ...[-3_600_000, 3_600_000].map((clockOffsetMs) => ({
    name: `a payment of a client whose clock is an hour ${clockOffsetMs < 0 ? "slow" : "fast"}`,
    async play(world: World) {
      const [wallet, recipient] = [await world.wallet("100", { clockOffsetMs }), await world.recipient()];
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      await expectPaidOnce(world, wallet, recipient, outcome.id);
      return expectOutcome(outcome, "completed");
    },
  })),
  {
    name: "a payment of a client after one with its id whose clock is a second fast",
    async play(world) {
      const { credentials, id } = await world.wallet("100", { clockOffsetMs: 1_500, clientId: "shared" });
      const [driver, recipient] = [await world.driver(), await world.recipient()];
      await world.openWallet(driver, credentials, { clientId: "shared" });
      const outcome = await driver.send<Outcome>("pay", { order: ten(recipient) });
      await expectPaidOnce(world, { driver, id, credentials }, recipient, outcome.id);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "a payment after the session was ended by the operator",
    async play(world) {
      const [wallet, recipient] = [await world.wallet(), await world.recipient()];
      await wallet.driver.send("balances");
      const revoked = await world.operator.call("DELETE", `/api/identities/${wallet.id}/sessions`);
      expect(revoked.status).toBe(200);
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      await expectPaidOnce(world, wallet, recipient, outcome.id);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "a payment with the id of another one is refused, and moves nothing",
    async play(world) {
      const [wallet, recipient] = [await world.wallet(), await world.recipient()];
      const first = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      const order = ten(recipient, { id: first.id, amount: "20" });
      const { reason } = await failureOf(wallet.driver.send("pay", { order }));
      expect(reason).toBe("RESOURCE_CONFLICT");
      await expectPaidOnce(world, wallet, recipient, first.id);
      return reason;
    },
  },
];

/** Payments with harm on their way, and their definite outcomes. */
export const paymentFaults: readonly Scenario[] = [...paidOnce, ...first, ...others];
