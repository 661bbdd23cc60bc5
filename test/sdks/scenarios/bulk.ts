import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { expect } from "vitest";
import { TransferOrdersSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { newTransactionId } from "../../../clients/typescript/src/wallet/transaction-id.ts";
import type { Outcome } from "../driver-process.ts";
import { type DrivenWallet, failureOf, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

type Outcomes = { readonly outcomes: readonly Outcome[] };

/** Reasons of the contract, by number. */
const rateLimitExceeded = 8;

/** Amount of each order in ten-thousandths, so that no limit of a day is met. */
function sum(count: number): string {
  return String(count / 10_000);
}

/** Orders of 0.0001 tokens each, with ids that have a time. */
export function ordersTo(recipient: string, count: number) {
  return Array.from({ length: count }, () => ({
    id: newTransactionId(),
    recipient,
    tokenType: "TOKEN_TYPE_STANDARD",
    amount: "0.0001",
  }));
}

/** Files of the operations in a journal, in the order of their ids; a folder lists them in an order of its own. */
function kept(journal: string): string[] {
  return readdirSync(journal)
    .filter((name) => name.endsWith(".operation"))
    .sort();
}

/** Opens the wallet in another process. */
async function nextProcess(world: World, { credentials }: DrivenWallet, journal: string) {
  const driver = await world.driver();
  await world.openWallet(driver, credentials, { journal, clientId: "after" });
  return driver;
}

/** Has the client pay 2,001 orders, and kills it when the ledger has answered for one of the three groups. */
async function killedBulk(world: World, journal: string) {
  const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
  const orders = ordersTo(recipient, 2_001);
  const killed = Promise.withResolvers<void>();
  const call = () => wallet.driver.kill().then(killed.resolve);
  world.faults.rules.add({ on: "/TransferBatch", fault: { do: "call", call }, after: 1 });
  wallet.driver.send("payAll", { orders }).catch(() => {});
  await killed.promise;
  return { wallet, recipient, orders };
}

function expectCompleted({ outcomes }: Outcomes, orders: readonly { readonly id: string }[]): void {
  expect(outcomes.map(({ kind, id, errorCode = "" }) => `${kind}${errorCode} ${id}`)).toEqual(
    orders.map(({ id }) => `completed ${id}`),
  );
}

/** Many orders, in groups under one signature each. */
export const bulk: readonly Scenario[] = [
  {
    name: "2,001 orders in bulk, and the same once more",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      const orders = ordersTo(recipient, 2_001);
      for (const _ of ["first", "again"]) expectCompleted(await wallet.driver.send("payAll", { orders }), orders);
      expect(world.faults.rules.count("/TransferBatch")).toBe(6);
      expect(kept(journal)).toEqual([]);
      expect(await world.balanceOf(recipient)).toBe(sum(2_001));
      return "2001 completed, once";
    },
  },
  {
    name: "orders in bulk whose answers are lost, replaced by a page, delayed and delivered twice",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      const orders = ordersTo(recipient, 3_001);
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "drop answer" }, times: 2 });
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "cut answer" }, after: 2 });
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "refuse", status: 200 }, after: 5 });
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "twice", when: "at once" }, after: 3 });
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "delay", what: "answer", ms: 300 }, after: 4 });
      expectCompleted(await wallet.driver.send("payAll", { orders }), orders);
      expect(await world.balanceOf(recipient)).toBe(sum(3_001));
      return "3001 completed, once";
    },
  },
  {
    name: "orders in bulk whose process is killed, paid once more by the next",
    async play(world) {
      const journal = world.journal();
      const { wallet, recipient, orders } = await killedBulk(world, journal);
      const [name = ""] = kept(journal);
      const { order, signature, ...named } = JSON.parse(readFileSync(join(journal, name), "utf8"));
      const id = name.replace(".operation", "");
      expect(named).toEqual({ id, kind: "batch", keyId: wallet.credentials["keyId"] });
      expect([0, 1000, 2000].map((index) => orders[index]?.id)).toContain(id);
      for (const bytes of [order, signature]) expect(bytes).toMatch(/^[\w-]+$/);
      const next = await nextProcess(world, wallet, journal);
      expectCompleted(await next.send("payAll", { orders }), orders);
      expect(await world.balanceOf(recipient)).toBe(sum(2_001));
      expect(kept(journal)).toEqual([]);
      return "2001 completed, once";
    },
  },
  {
    name: "orders in bulk whose process is killed, reconciled by the next",
    async play(world) {
      const journal = world.journal();
      const { wallet, recipient, orders } = await killedBulk(world, journal);
      const next = await nextProcess(world, wallet, journal);
      const { outcomes } = await next.send<Outcomes>("reconcile");
      const ids = new Set(orders.map(({ id }) => id));
      for (const { kind, id } of outcomes) expect([kind, ids.has(id)]).toEqual(["completed", true]);
      expect([1, 1000, 1001, 2000, 2001]).toContain(outcomes.length);
      expect(await next.send("reconcile")).toEqual({ outcomes: [] });
      expectCompleted(await next.send("payAll", { orders }), orders);
      expect(await world.balanceOf(recipient)).toBe(sum(2_001));
      return "completed, once";
    },
  },
  {
    name: "orders in bulk whose journal has a group that is damaged",
    async play(world) {
      const journal = world.journal();
      const { wallet, recipient, orders } = await killedBulk(world, journal);
      const [name = ""] = kept(journal);
      const path = join(journal, name);
      const text = readFileSync(path, "utf8");
      const next = await nextProcess(world, wallet, journal);
      // No message, no orders, and orders under another id than that of the first.
      const { order } = JSON.parse(text);
      const [, ...others] = fromBinary(TransferOrdersSchema, Buffer.from(order, "base64url")).orders;
      const withoutFirst = toBinary(TransferOrdersSchema, create(TransferOrdersSchema, { orders: others }));
      for (const bytes of [Buffer.from("no message"), Buffer.of(), withoutFirst]) {
        const damaged = { ...JSON.parse(text), order: Buffer.from(bytes).toString("base64url") };
        writeFileSync(path, JSON.stringify(damaged));
        // The error names the damaged group.
        expect((await failureOf(next.send("reconcile"))).message).toContain(name.replace(".operation", ""));
        expect(kept(journal)).toContain(name);
      }
      writeFileSync(path, text);
      const { outcomes } = await next.send<Outcomes>("reconcile");
      for (const { kind } of outcomes) expect(kind).toBe("completed");
      expectCompleted(await next.send("payAll", { orders }), orders);
      expect(await world.balanceOf(recipient)).toBe(sum(2_001));
      return "told, and kept";
    },
  },
  {
    name: "orders in bulk under an id that the journal has for others",
    async play(world) {
      const journal = world.journal();
      const { wallet, recipient } = await killedBulk(world, journal);
      const ids = kept(journal).map((name) => name.replace(".operation", ""));
      const next = await nextProcess(world, wallet, journal);
      // The first group is of many orders. The last is of one, and only the amount tells this order from it.
      for (const id of [ids.at(0), ids.at(-1)]) {
        const orders = [{ ...ordersTo(recipient, 1)[0], id, amount: "0.0002" }];
        for (const [command, members] of [
          ["payAll", { orders }],
          ["pay", { order: orders[0] }],
        ] as const) {
          const { reason, message } = await failureOf(next.send(command, members));
          expect([command, reason]).toEqual([command, "RESOURCE_CONFLICT"]);
          expect(message).toMatch(/reconcile/i);
        }
      }
      return "RESOURCE_CONFLICT";
    },
  },
  {
    name: "orders in bulk without an id, with one of other versions, and with none of a UUID",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      let paid = 0;
      for (const [order, reason, parameter] of [
        [{ id: undefined }, "PARAMETER_REQUIRED", "orders[1000].id"],
        [{ id: crypto.randomUUID() }, "PARAMETER_REQUIRED", "orders[1000].createdAt"],
        [{ id: newTransactionId().toUpperCase() }, "PARAMETER_INVALID", "orders[1000].id"],
      ] as const) {
        const orders = [...ordersTo(recipient, 1_000), { ...ordersTo(recipient, 1)[0], ...order }];
        const failure = await failureOf(wallet.driver.send("payAll", { orders }));
        expect([failure.reason, failure.parameter]).toEqual([reason, parameter]);
        // The group before it is paid and told.
        paid += 1_000;
        expect(await world.balanceOf(recipient)).toBe(sum(paid));
      }
      const dated = [{ ...ordersTo(recipient, 1)[0], id: crypto.randomUUID(), createdAtMs: 1_790_000_000_000 }];
      for (const _ of ["first", "again"]) {
        expect(await wallet.driver.send("payAll", { orders: dated })).toMatchObject({
          outcomes: [{ kind: "completed" }],
        });
      }
      expect(await world.balanceOf(recipient)).toBe(sum(paid + 1));
      return "PARAMETER_REQUIRED, PARAMETER_INVALID";
    },
  },
  {
    name: "orders in bulk of which the service refuses one",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      const orders: object[] = ordersTo(recipient, 1_250);
      orders[1_234] = { ...orders[1_234], description: "a\u0007bell" };
      const { reason, parameter } = await failureOf(wallet.driver.send("payAll", { orders }));
      expect([reason, parameter]).toEqual(["PARAMETER_INVALID", "orders[1234]"]);
      expect(await world.balanceOf(recipient)).toBe(sum(1_000));
      expect(kept(journal)).toEqual([]);
      return "PARAMETER_INVALID";
    },
  },
  {
    name: "orders in bulk beyond a limit, which wait",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      const orders = ordersTo(recipient, 1_001);
      const text = "too many transactions";
      const fault = { do: "fail", reason: rateLimitExceeded, text, retryAfter: "1" } as const;
      world.faults.rules.add({ on: "/TransferBatch", fault, times: 3 });
      expectCompleted(await wallet.driver.send("payAll", { orders }), orders);
      return "1001 completed";
    },
  },
  {
    name: "orders in bulk that get no answer, until the service is back",
    async play(world) {
      const journal = world.journal();
      const wallet = await world.wallet("100", { journal, confirmTimeoutMs: 1_000 });
      const recipient = await world.recipient();
      const orders = ordersTo(recipient, 1_001);
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "drop answer" }, times: 1_000 });
      expect(await failureOf(wallet.driver.send("payAll", { orders }))).toMatchObject({ reason: "UNREACHABLE" });
      expect(kept(journal)).toHaveLength(2);
      world.faults.heal();
      expectCompleted(await wallet.driver.send("payAll", { orders }), orders);
      expect(await world.balanceOf(recipient)).toBe(sum(1_001));
      expect(kept(journal)).toEqual([]);
      return "UNREACHABLE, then 1001 completed, once";
    },
  },
  {
    name: "orders in bulk of which one has the id of another payment",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      const [first, second] = ordersTo(recipient, 2);
      await wallet.driver.send("pay", { order: first });
      const orders = [{ ...first, amount: "2" }, second];
      const { outcomes } = await wallet.driver.send<Outcomes>("payAll", { orders });
      expect(outcomes).toMatchObject([
        { kind: "completed", id: first?.id, isOfAnotherOrder: true },
        { kind: "completed", id: second?.id },
      ]);
      expect(outcomes[1]).not.toHaveProperty("isOfAnotherOrder");
      expect(await world.balanceOf(recipient)).toBe(sum(2));
      return "told as that of another order";
    },
  },
  {
    name: "closing a wallet while orders are paid in bulk",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
      const orders = ordersTo(recipient, 1_001);
      const arrived = Promise.withResolvers<void>();
      const call = async () => {
        arrived.resolve();
        await new Promise(() => {});
      };
      world.faults.rules.add({ on: "/TransferBatch", fault: { do: "call", call }, times: 10 });
      const paying = failureOf(wallet.driver.send("payAll", { orders }));
      await arrived.promise;
      await wallet.driver.send("close", { what: "wallet" });
      expect(await paying).toMatchObject({ reason: "STATE_INVALID" });
      expect(await failureOf(wallet.driver.send("payAll", { orders }))).toMatchObject({ reason: "STATE_INVALID" });
      world.faults.heal();
      const next = await nextProcess(world, wallet, journal);
      expectCompleted(await next.send("payAll", { orders }), orders);
      expect(await world.balanceOf(recipient)).toBe(sum(1_001));
      return "STATE_INVALID, then 1001 completed, once";
    },
  },
];
