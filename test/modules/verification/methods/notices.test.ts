import { expect, onTestFinished, test } from "vitest";
import { storedLimiters } from "../../../../server/access/store/rate-windows.ts";
import { windows } from "../../../../server/core/fixed-window/windows.ts";
import type { Sealer } from "../../../../server/core/sealed-column.ts";
import { addressChanged } from "../../../../server/modules/verification/domain/notices.ts";
import { openNoticeDelivery } from "../../../../server/modules/verification/methods/notices.ts";
import { DeliveryFailure, type Notice } from "../../../../server/modules/verification/methods/sender.ts";
import { storedNotices } from "../../../../server/modules/verification/store/notices.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { until } from "../../../support/until.ts";

const plain: Sealer = { seal: async (_, bytes) => bytes, open: async (_, sealed) => sealed };
const hourMs = 3_600_000;
const busy = new DeliveryFailure("the mail server is busy", true);
const unknown = new DeliveryFailure("the mail server does not know the address", false);
const toAda = addressChanged("ada@example.org", { username: "ada", isRemoved: false, at: new Date(0) });

onEveryDatabase("a stored notice", (engine) => {
  /** A database with a clock, and processes on it that send by `answer`. */
  async function fixture(answer: (notice: Notice, signal: AbortSignal) => Promise<void> = async () => {}) {
    const database = await engine.open();
    const notices = storedNotices(database, plain);
    const clock = { nowMs: 1_000_000 };
    const sent: Notice[] = [];
    const told: { readonly error: unknown; readonly isDropped: boolean }[] = [];
    const limiter = storedLimiters(database, () => clock.nowMs);
    return {
      notices,
      clock,
      sent,
      told,
      left: () => notices.due(Number.MAX_SAFE_INTEGER, 100),
      async store(notice = toAda, count = 1) {
        for (let n = 0; n < count; n++)
          await database.transact(await notices.prepare("an identity", notice, clock.nowMs));
      },
      open(leaseMs = hourMs) {
        const delivery = openNoticeDelivery({
          notices,
          mailer: {
            send: async () => {},
            async notify(notice, signal) {
              await answer(notice, signal);
              sent.push(notice);
            },
          },
          serviceName: "Platonic",
          pepper: Buffer.of(1),
          byAddress: limiter("notices", windows.notices),
          overall: limiter("mails", { ...windows.mails, countMax: 12 }),
          intervals: { pollMs: hourMs, leaseMs },
          now: () => clock.nowMs,
          undelivered: (error, { isDropped }) => told.push({ error, isDropped }),
          report: (error) => told.push({ error, isDropped: false }),
        });
        onTestFinished(() => delivery.close());
        return delivery;
      },
      /** Runs a process until it has looked once for notices. */
      async look() {
        const delivery = this.open();
        await delivery.sendDue();
        await delivery.close();
      },
    };
  }

  test("of a process that died after the commit is sent once, by the next ones", async () => {
    const process = await fixture();
    await process.store();
    await process.look();
    await process.look();
    expect(process.sent).toMatchObject([
      { to: "ada@example.org", subject: "Platonic: your e-mail address was changed" },
    ]);
    expect(await process.left()).toEqual([]);
  });

  test("is sent once by two processes that look at once", async () => {
    const process = await fixture();
    await process.store(toAda, 5);
    await Promise.all([process.look(), process.look()]);
    expect(new Set(process.sent.map(({ id }) => id)).size).toBe(5);
    expect(process.sent).toHaveLength(5);
  });

  test("that the mail server refuses temporarily is sent after growing pauses, with one id and one warning", async () => {
    const ids: string[] = [];
    const process = await fixture(async ({ id }) => {
      ids.push(id);
      if (ids.length < 6) throw busy;
    });
    await process.store();
    for (const [attempts, seconds] of [0, 5, 30, 120, 600, 1_800].entries()) {
      process.clock.nowMs += seconds * 1_000 - 1;
      await process.look();
      expect(ids).toHaveLength(attempts);
      process.clock.nowMs += 1;
      await process.look();
    }
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(1);
    expect(process.sent).toHaveLength(1);
    expect(process.told).toEqual([{ error: busy, isDropped: false }]);
  });

  test("that nobody takes for a day is dropped with a warning", async () => {
    let attempts = 0;
    const process = await fixture(async () => {
      attempts++;
      throw busy;
    });
    await process.store();
    for (let hours = 0; hours <= 26; hours++) {
      await process.look();
      process.clock.nowMs += hourMs;
    }
    expect(process.told.at(-1)).toEqual({ error: busy, isDropped: true });
    expect(process.told).toHaveLength(2);
    expect(attempts).toBeGreaterThan(10);
    expect(await process.left()).toEqual([]);
  });

  test("to an address that is refused for good is dropped at once, with a warning", async () => {
    const process = await fixture(async () => {
      throw unknown;
    });
    await process.store();
    await process.look();
    expect(process.told).toEqual([{ error: unknown, isDropped: true }]);
    expect(await process.left()).toEqual([]);
  });

  test("beyond the limit of an address, or of all mails, waits until the window ends", async () => {
    const process = await fixture();
    await process.store(toAda, 11);
    process.clock.nowMs += 1;
    await process.store({ ...toAda, to: "eve@example.org" }, 3);
    const counts = async () => {
      await process.look();
      return ["ada@example.org", "eve@example.org"].map((to) => process.sent.filter((one) => one.to === to).length);
    };
    expect(await counts()).toEqual([10, 2]);
    process.clock.nowMs += hourMs - 1_000;
    expect(await counts()).toEqual([10, 2]);
    process.clock.nowMs += 1_000;
    expect(await counts()).toEqual([11, 3]);
    expect(process.told.every(({ isDropped }) => !isDropped)).toBe(true);
  });

  test("that a process was sending when it died is sent by another once its lease has ended, with the same id", async () => {
    const process = await fixture();
    await process.store();
    const [before] = await process.left();
    await process.notices.change(before as NonNullable<typeof before>, { dueAtMs: process.clock.nowMs + hourMs });
    await process.look();
    expect(process.sent).toEqual([]);
    process.clock.nowMs += hourMs;
    await process.look();
    expect(process.sent.map(({ id }) => id)).toEqual([before?.id]);
  });

  test("is given up after half of a lease by a process whose mail server hangs, and at once by one that stops", async () => {
    let attempts = 0;
    const process = await fixture(async (_, signal) => {
      attempts++;
      if (signal.aborted) throw busy;
      return new Promise((__, reject) => signal.addEventListener("abort", () => reject(busy)));
    });
    await process.store();
    await process.open(20).sendDue();
    expect(await process.left()).toMatchObject([{ attempts: 1 }]);
    process.clock.nowMs += hourMs;
    const delivery = process.open();
    await until(() => attempts === 2);
    await delivery.close();
    expect(await process.left()).toMatchObject([{ attempts: 2 }]);
  });
});
