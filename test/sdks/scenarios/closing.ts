import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Outcome } from "../driver-process.ts";
import { transfersCompleted, transform } from "../steps.ts";
import { failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

const exchangeTerms = { fromTokenType: "TOKEN_TYPE_STANDARD", toTokenType: "TOKEN_TYPE_MICRO", amount: "10" };

/** Closing a client or a wallet, with work under way and afterwards. */
export const closing: readonly Scenario[] = [
  {
    name: "a client that is closed while a call is under way, and asked again",
    async play(world) {
      const driver = await world.driver();
      world.faults.harm("/Transform", { do: "silence", isForwarded: false });
      const calling = failureOf(driver.send("call", transform));
      await until(() => world.faults.rules.count("/Transform") === 1);
      await driver.send("close", { what: "client" });
      expect((await calling).reason).toBe("STATE_INVALID");
      expect((await failureOf(driver.send("call", transform))).reason).toBe("STATE_INVALID");
      expect(world.faults.rules.count("/Transform")).toBe(1);
      return "2 of STATE_INVALID";
    },
  },
  {
    name: "a wallet that is closed while it is read, and read again",
    async play(world) {
      const { driver } = await world.wallet();
      const paths = { balances: "/GetBalancesAt", history: "/ListLedgerEntries", events: "/Watch" };
      for (const path of Object.values(paths)) world.faults.harm(path, { do: "silence", isForwarded: false });
      const reads = Object.keys(paths).map((read) => failureOf(driver.send(read, { count: 1 })));
      await until(() => Object.values(paths).every((path) => world.faults.rules.count(path) > 0));
      await driver.send("close", { what: "wallet" });
      for (const { reason } of await Promise.all(reads)) expect(reason).toBe("STATE_INVALID");
      for (const read of Object.keys(paths)) {
        const { reason } = await failureOf(driver.send(read, { count: 1 }));
        expect([read, reason]).toEqual([read, "STATE_INVALID"]);
      }
      return "6 of STATE_INVALID";
    },
  },
  {
    name: "a wallet that is closed while it pays, whose payment another process reconciles",
    async play(world) {
      const journal = world.journal();
      const options = { journal, confirmTimeoutMs: 30_000 };
      const [wallet, recipient] = [await world.wallet("100", options), await world.recipient()];
      world.faults.harm("/Transfer", { do: "silence", isForwarded: true }, 1_000);
      const id = crypto.randomUUID();
      const paying = wallet.driver.send<Outcome>("pay", { order: ten(recipient, { id }) });
      await transfersCompleted(world, wallet.id, id);
      await wallet.driver.send("close", { what: "wallet" });
      expect(await paying).toMatchObject({ kind: "unresolved", id });
      world.faults.heal();
      const next = await world.driver();
      await world.openWallet(next, wallet.credentials, { journal, clientId: "after" });
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      expect(await world.balanceOf(wallet.id)).toBe("89.99");
      return "unresolved, then completed";
    },
  },
  ...[true, false].map((isForwarded) => ({
    name: `a wallet that is closed while it exchanges, ${isForwarded ? "after" : "before"} the service has the request`,
    async play(world: World) {
      const journal = world.journal();
      const wallet = await world.wallet("100", { journal });
      await wallet.driver.send("balances");
      world.faults.harm("/Exchange", { do: "silence", isForwarded }, 1_000);
      const exchanging = wallet.driver.send<Outcome>("exchange", exchangeTerms);
      await until(() => world.faults.rules.count("/Exchange") > 0);
      if (isForwarded) while ((await world.balanceOf(wallet.id)) === "100");
      await wallet.driver.send("close", { what: "wallet" });
      expect(await exchanging).toMatchObject({ kind: "unresolved" });
      world.faults.heal();
      const next = await reopened(world, wallet.credentials, journal);
      const kind = isForwarded ? "completed" : "failed";
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind }] });
      return `unresolved, then ${kind}`;
    },
  })),
  {
    name: "everything that moves money, asked of a wallet that is closed",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      await wallet.driver.send("close", { what: "wallet" });
      const order = ten(recipient);
      const asked: [command: string, members: object][] = [
        ["pay", { order }],
        ["payMany", { orders: [order, order] }],
        ["payLinked", { orders: [order, order] }],
        ["hold", { order, captureBeforeMs: Date.now() + 60_000 }],
        ["capture", { holdId: crypto.randomUUID(), tokenType: "TOKEN_TYPE_STANDARD", amount: "1" }],
        ["release", { holdId: crypto.randomUUID() }],
        ["reverse", { transactionId: crypto.randomUUID() }],
        ["exchange", exchangeTerms],
        ["reconcile", {}],
      ];
      for (const [command, members] of asked) {
        const { reason } = await failureOf(wallet.driver.send(command, members));
        expect([command, reason]).toEqual([command, "STATE_INVALID"]);
      }
      const next = await reopened(world, wallet.credentials, journal);
      expect(await next.send("reconcile")).toEqual({ outcomes: [] });
      expect(await world.balanceOf(wallet.id)).toBe("100");
      return `${asked.length} of STATE_INVALID`;
    },
  },
];

async function reopened(world: World, credentials: Parameters<World["openWallet"]>[1], journal: string) {
  const driver = await world.driver();
  await world.openWallet(driver, credentials, { journal, clientId: "after" });
  return driver;
}
