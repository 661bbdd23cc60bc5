import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pressureOf, submitted } from "../../../../server/modules/ledger/orders/submission.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";
import { until } from "../../../support/until.ts";
import { settle } from "../expectations.ts";
import { ChannelFixture, type FixtureClient, FixturePressure } from "../fixture.ts";

describe("while the pressure is high", () => {
  it("requests wait, however many there are, and all are done when it falls", async () => {
    const pressure = new FixturePressure();
    let done = 0;
    const getTransaction = () => ({ transaction: { description: String(++done) } });
    const fixture = new ChannelFixture({ getTransaction }, 16, pressure);
    const clients = [await fixture.open(), await fixture.open("eve")];
    pressure.isHigh = true;
    for (const client of clients) for (let count = 0; count < 100; count += 1) client.request();
    await settle();
    expect(done).toBe(0);
    pressure.relieve(true);
    await settle();
    expect(done).toBe(0);
    pressure.relieve();
    await until(() => done === 200);
    await settle();
    for (const client of clients) expect(resultsOf(client)).toEqual(Array(100).fill("payload"));
  });

  it("pings and resolve requests are answered", async () => {
    const pressure = new FixturePressure();
    const resolveTransaction = () => ({ isFinal: true, result: { success: true } });
    const fixture = new ChannelFixture({ resolveTransaction }, 16, pressure);
    const client = await fixture.open();
    client.take();
    pressure.isHigh = true;
    client.request();
    client.sendEnvelope({ case: "ping", value: { nonce: 1n } });
    client.sendEnvelope({ case: "resolve", value: { opId: randomUUID(), seal: true } });
    await settle();
    expect(client.takeKinds()).toEqual(["pong", "outcome"]);
    pressure.relieve();
    await settle();
    expect(client.takeKinds()).toEqual(["result"]);
  });

  it("a channel that shuts down finishes the waiting requests", async () => {
    const pressure = new FixturePressure();
    const fixture = new ChannelFixture({}, 16, pressure);
    const client = await fixture.open();
    client.take();
    pressure.isHigh = true;
    client.request();
    fixture.transport.shutDown();
    await settle();
    expect([client.takeKinds(), client.isOver]).toEqual([["accepted", "goAway"], false]);
    pressure.relieve();
    await settle();
    expect([client.takeKinds(), client.isOver]).toEqual([["result"], true]);
  });
});

onEveryDatabase("a ledger whose queue has room for 40", (engine) => {
  async function openLedger() {
    const { ledger, addWallet } = await openLedgerFixture(engine, { queueMax: 40, batchMax: 4 });
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    const pay = (caller: object) => submitted(ledger, transfer(ada, eve, 1n), caller);
    const paid = async () => (await ledger.balances(eve))[0]?.balance;
    return { ledger, pay, paid };
  }

  it("refuses no request of a channel, however many there are, and never exceeds its queue", async () => {
    const { ledger, pay, paid } = await openLedger();
    const loads: number[] = [];
    let begun = 0;
    const getTransaction = async (_: object, caller: object) => {
      // Every tenth request makes many transfers.
      const size = ++begun % 10 === 0 ? 15 : 1;
      await Promise.all(Array.from({ length: size }, () => pay(caller)));
      loads.push(ledger.load);
      return {};
    };
    const fixture = new ChannelFixture({ getTransaction }, 16, pressureOf(ledger));
    const clients = await Promise.all(Array.from({ length: 4 }, () => fixture.open()));
    for (const client of clients) for (let count = 0; count < 100; count += 1) client.request();
    const answers: unknown[] = [];
    await until(() => {
      for (const client of clients) answers.push(...resultsOf(client));
      return answers.length === 400;
    });
    expect(new Set(answers)).toEqual(new Set(["payload"]));
    expect(Math.max(...loads)).toBeGreaterThan(0.75);
    expect(Math.max(...loads)).toBeLessThanOrEqual(1);
    expect(await paid()).toBe(960n);
  });

  it("refuses other requests when it is three quarters full; the last quarter is for channels", async () => {
    const { ledger, pay, paid } = await openLedger();
    const others = Promise.allSettled(Array.from({ length: 40 }, () => pay({})));
    expect(ledger.load).toBe(0.75);
    const prior = Promise.all(Array.from({ length: 40 }, () => pay({ hasPriority: true })));
    expect(ledger.load).toBe(1);
    const refused = (await others).flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(10);
    for (const fault of refused)
      expect(fault).toMatchObject({ reason: "RATE_LIMIT_EXCEEDED", facts: { retryAfterSeconds: 1 } });
    await prior;
    expect(await paid()).toBe(70n);
    expect(ledger.load).toBe(0);
    await pay({});
  });
});

/** Returns the kind of each result: a payload or an error. */
function resultsOf(client: FixtureClient): unknown[] {
  return client.take().flatMap(({ body }) => (body.case === "result" ? [body.value.answer.case] : []));
}
