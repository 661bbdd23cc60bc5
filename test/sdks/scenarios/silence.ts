import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect } from "vitest";
import { operatorKey } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import type { Outcome } from "../driver-process.ts";
import { numberOf } from "../numbers.ts";
import { transform } from "../steps.ts";
import { expectOutcome, failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

type Events = { readonly events: readonly { readonly id: string }[] };

/** Half of the time that every attempt has. */
const halfMs = numberOf("shortest attempt") / 2;

/** A payment with the terms that users have: what a silent connection costs must not use up the confirmation. */
async function paid(world: World, silence: (world: World) => void): Promise<string> {
  const wallet = await world.wallet("100", { confirmTimeoutMs: numberOf("confirmation") });
  const recipient = await world.recipient();
  await wallet.driver.send("balances");
  silence(world);
  const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
  expect(await world.balanceOf(wallet.id)).toBe("89.99");
  return expectOutcome(outcome, "completed");
}

/** Starts a server that accepts connections and says nothing, so that a client waits in the handshake of TLS; returns its URL. */
async function mute(world: World): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  world.afterScenario(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Connections that stay open and pass nothing on, and answers that are slow. */
export const silence: readonly Scenario[] = [
  {
    name: "a geocode call whose connection falls silent in the handshake of TLS, until its deadline",
    async play(world) {
      const driver = await world.driver();
      await driver.send("open", { endpoint: await mute(world), apiKey: operatorKey, deadlineMs: 500 });
      const { reason } = await failureOf(driver.send("call", transform));
      expect(reason).toBe("TIMED_OUT");
      return reason;
    },
  },
  {
    name: "a payment whose connection falls silent in the handshake of TLS",
    waits: true,
    async play(world) {
      const [{ id, credentials }, recipient] = [await world.wallet("100"), await world.recipient()];
      const [driver, journal] = [await world.driver(), world.journal()];
      const terms = { credentials, journal, confirmTimeoutMs: 1_500, useChannel: false, clientId: "mute" };
      await driver.send("wallet", { endpoint: await mute(world), ...terms });
      const outcome = await driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(outcome.kind).toBe("unresolved");
      expect(readdirSync(journal)).toContain(`${outcome.id}.operation`);
      await driver.kill();
      const next = await world.driver();
      await world.openWallet(next, credentials, { journal, clientId: "after" });
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "failed", id: outcome.id }] });
      expect(await world.balanceOf(id)).toBe("100");
      return "unresolved, then failed";
    },
  },
  {
    name: "a geocode call whose answer stops in its middle",
    waits: true,
    async play(world) {
      const driver = await world.driver();
      world.faults.harm("/Transform", { do: "stall answer" });
      expect(await driver.send("call", transform)).toHaveProperty("transformedData");
      return "answered";
    },
  },
  {
    name: "a payment whose answer stops in its middle",
    waits: true,
    play: (world) => paid(world, ({ faults }) => faults.harm("/Transfer", { do: "stall answer" })),
  },
  {
    name: "an event stream whose connection falls silent",
    waits: true,
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      const reading = wallet.driver.send<Events>("events", { count: 2, fromStart: true });
      await until(() => world.faults.rules.count("/Watch") === 1);
      // The deposit has been read by the time that the payment is answered, or is read again.
      await wallet.driver.send("balances");
      world.faults.silenceConnections();
      const { id } = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      const { events } = await reading;
      expect(events.map((event) => event.id)).toEqual([expect.any(String), id]);
      return "2 events";
    },
  },
  {
    name: "a payment whose answer takes half of its time",
    async play(world) {
      const [wallet, recipient] = [
        await world.wallet("100", { confirmTimeoutMs: 2 * halfMs }),
        await world.recipient(),
      ];
      await wallet.driver.send("balances");
      world.faults.harm("/Transfer", { do: "delay", what: "answer", ms: halfMs });
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(world.faults.rules.count("/Transfer")).toBe(1);
      return expectOutcome(outcome, "completed");
    },
  },
  {
    name: "a geocode call whose answer takes half of its time",
    async play(world) {
      const driver = await world.driver();
      await driver.send("open", { endpoint: world.faults.url, deadlineMs: 2 * halfMs, apiKey: operatorKey });
      // Connects, which takes a busy machine long.
      await driver.send("call", transform);
      world.faults.harm("/Transform", { do: "delay", what: "answer", ms: halfMs });
      expect(await driver.send("call", transform)).toHaveProperty("transformedData");
      expect(world.faults.rules.count("/Transform")).toBe(2);
      return "answered once";
    },
  },
  {
    name: "a geocode call over a connection that has fallen silent",
    waits: true,
    async play(world) {
      const driver = await world.driver();
      await driver.send("call", transform);
      world.faults.silenceConnections();
      expect(await driver.send("call", transform)).toHaveProperty("transformedData");
      return "answered";
    },
  },
  {
    name: "a payment over a connection that has fallen silent",
    waits: true,
    play: (world) => paid(world, ({ faults }) => faults.silenceConnections()),
  },
  {
    name: "a payment whose next connection is silent from its beginning",
    waits: true,
    play: (world) =>
      paid(world, ({ faults }) => {
        faults.cutConnections();
        faults.silentConnections = 1;
      }),
  },
  {
    name: "a payment through a proxy that is alive, before a service that is silent",
    waits: true,
    play: (world) => paid(world, ({ faults }) => faults.harm("/Transfer", { do: "silence", isForwarded: false })),
  },
];
