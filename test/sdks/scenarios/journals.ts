import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Outcome } from "../driver-process.ts";
import { type DrivenWallet, failureOf, ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

type Outcomes = { readonly outcomes: readonly Outcome[] };

/** Makes a payment of 10 whose client is killed when the ledger has it; returns its wallet and its id. */
async function killedPayment(world: World, journal: string) {
  const [wallet, recipient] = [await world.wallet("100", { journal }), await world.recipient()];
  const killed = Promise.withResolvers<void>();
  world.faults.harm("/Transfer", { do: "call", call: () => wallet.driver.kill().then(killed.resolve) });
  const id = crypto.randomUUID();
  wallet.driver.send("pay", { order: ten(recipient, { id }) }).catch(() => {});
  await killed.promise;
  return { wallet, recipient, id };
}

/** Opens the journal of a wallet in another process. */
async function nextProcess(world: World, { credentials }: DrivenWallet, journal: string) {
  const driver = await world.driver();
  await world.openWallet(driver, credentials, { journal, clientId: "after" });
  return driver;
}

/** Journals that an earlier process, or another identity, has left. */
export const journals: readonly Scenario[] = [
  {
    name: "a payment with an id that an earlier process has left in the journal, before it is reconciled",
    async play(world) {
      const journal = world.journal();
      const { wallet, recipient, id } = await killedPayment(world, journal);
      const next = await nextProcess(world, wallet, journal);
      for (const command of ["pay", "payMany"]) {
        const order = ten(recipient, { id });
        const members = command === "pay" ? { order } : { orders: [ten(recipient), order] };
        const { reason, message } = await failureOf(next.send(command, members));
        expect([command, reason]).toEqual([command, "RESOURCE_CONFLICT"]);
        expect(message).toMatch(/reconcile/i);
      }
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      expect(await world.balanceOf(wallet.id)).toBe("89.99");
      return "RESOURCE_CONFLICT, then completed";
    },
  },
  {
    name: "the file of a payment in the journal: its name, its form, and another process that reads it",
    async play(world) {
      const journal = world.journal();
      const { wallet, id } = await killedPayment(world, journal);
      const name = `${id}.operation`;
      expect(readdirSync(journal).filter((file) => file.endsWith(".operation"))).toEqual([name]);
      const { order, signature, ...named } = JSON.parse(readFileSync(join(journal, name), "utf8"));
      expect(named).toEqual({ id, keyId: wallet.credentials["keyId"] });
      for (const bytes of [order, signature]) expect(bytes).toMatch(/^[\w-]+$/);
      // As the client of another language writes it.
      writeFileSync(join(journal, name), JSON.stringify({ signature, keyId: named.keyId, order, id }, null, 1));
      // An unfinished file was never sent.
      writeFileSync(join(journal, `${crypto.randomUUID()}.operation.new`), "{");
      const next = await nextProcess(world, wallet, journal);
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      return "completed";
    },
  },
  {
    name: "a journal with a file that was cut short",
    async play(world) {
      const journal = world.journal();
      const { wallet, recipient, id } = await killedPayment(world, journal);
      const name = join(journal, `${id}.operation`);
      const text = readFileSync(name, "utf8");
      writeFileSync(name, text.slice(0, text.length >> 1));
      const next = await nextProcess(world, wallet, journal);
      const { message } = await failureOf(next.send("reconcile"));
      // The error names the damaged file.
      expect(message).toContain(id);
      expect(readdirSync(journal)).toContain(`${id}.operation`);
      renameSync(name, `${name}.damaged`);
      const order = ten(recipient, { id: crypto.randomUUID() });
      expect(await next.send("pay", { order })).toMatchObject({ kind: "completed" });
      return "told, and kept";
    },
  },
  {
    name: "a journal with a file of a kind that only a later version knows",
    async play(world) {
      const journal = world.journal();
      const { wallet, id } = await killedPayment(world, journal);
      const name = join(journal, `${id}.operation`);
      const text = readFileSync(name, "utf8");
      writeFileSync(name, JSON.stringify({ ...JSON.parse(text), kind: "standing" }));
      const next = await nextProcess(world, wallet, journal);
      expect((await failureOf(next.send("reconcile"))).message).toContain("standing");
      expect(readdirSync(journal)).toContain(`${id}.operation`);
      writeFileSync(name, text);
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      return "told, and kept";
    },
  },
  {
    name: "a journal whose file and whose lock have members that only a later version knows",
    async play(world) {
      const journal = world.journal();
      const { wallet, id } = await killedPayment(world, journal);
      for (const name of [`${id}.operation`, "lock"]) {
        const file = join(journal, name);
        const later = { later: { number: 1, list: [null] }, attempts: 3 };
        writeFileSync(file, JSON.stringify({ ...later, ...JSON.parse(readFileSync(file, "utf8")) }));
      }
      const next = await nextProcess(world, wallet, journal);
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      return "completed";
    },
  },
  {
    name: "a journal with a payment whose bytes are damaged, which the ledger knows by its id",
    async play(world) {
      const journal = world.journal();
      const { wallet, id } = await killedPayment(world, journal);
      const name = join(journal, `${id}.operation`);
      const order = Buffer.from("no message").toString("base64url");
      writeFileSync(name, JSON.stringify({ ...JSON.parse(readFileSync(name, "utf8")), order }));
      const next = await nextProcess(world, wallet, journal);
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      return "completed";
    },
  },
  {
    name: "a journal with a payment of another identity, which is left to it",
    async play(world) {
      const journal = world.journal();
      const { wallet, id } = await killedPayment(world, journal);
      const other = await world.wallet("100", { journal });
      expect(await other.driver.send("reconcile")).toEqual({ outcomes: [] });
      await other.driver.send("close", { what: "wallet" });
      expect(readdirSync(journal)).toContain(`${id}.operation`);
      const next = await nextProcess(world, wallet, journal);
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      return "left, then completed";
    },
  },
  {
    name: "20 reconciliations beside 50 payments",
    async play(world) {
      const journal = world.journal();
      const [wallet, recipient] = [await world.wallet("1000", { journal }), await world.recipient()];
      const paying = Array.from({ length: 50 }, () =>
        wallet.driver.send<Outcome>("pay", { order: { ...ten(recipient), amount: "1" } }),
      );
      const told: Outcome[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        told.push(...(await wallet.driver.send<Outcomes>("reconcile")).outcomes);
      }
      for (const { kind } of await Promise.all(paying)) expect(kind).toBe("completed");
      expect(told).toEqual([]);
      expect(await world.balanceOf(recipient)).toBe("50");
      await wallet.driver.send("close", { what: "wallet" });
      expect(readdirSync(journal).filter((file) => file.endsWith(".operation"))).toEqual([]);
      return "50 completed";
    },
  },
];
