import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createStoredAnswers, type Times } from "../../../server/access/idempotency/stored-answers.ts";
import { storedIdempotencyKeys } from "../../../server/access/store/idempotency-keys.ts";
import { Fault } from "../../../server/core/fault.ts";
import { limits } from "../../../server/core/limits.ts";
import type { Choices } from "../../../server/rpc/idempotency/choices.ts";
import { onEveryDatabase, type TestDatabase } from "../../support/database/databases.ts";
import { openedVault } from "../../support/vault/opened.ts";

/** A process that beats often, and another process that soon gives up a silent one. */
const times: Times = { beat: 5, silence: 1_000, wait: 2_000, poll: 5 };

async function opened(engine: TestDatabase) {
  const database = await engine.open();
  const records = storedIdempotencyKeys(database);
  const clock = { ms: 1_800_000_000_000 };
  const sealer = await openedVault();
  const answers = (changed: Partial<Times> = {}) =>
    createStoredAnswers({
      records,
      sealer,
      now: () => clock.ms,
      report: () => {},
      times: { ...times, ...changed },
    });
  return { database, records, clock, answers };
}

const newCall = () => ({ id: randomBytes(32).toString("hex"), requestHash: "a".repeat(64), provenAtMs: undefined });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const secretOf = ({ atMs, bytes }: Choices) => Buffer.from(`${atMs} ${bytes("secret", 32).toString("hex")}`);

/** Executes a call that never ends, and returns what it has chosen. */
function begun(answers: ReturnType<typeof createStoredAnswers>, call: ReturnType<typeof newCall>) {
  return new Promise<string>((resolve) => {
    answers
      .once(call, (choices) => {
        resolve(text(secretOf(choices)));
        return new Promise(() => {});
      })
      .catch(() => {});
  });
}

onEveryDatabase("answers to calls with an idempotency key", (engine) => {
  test("are sealed, and replace the seed of the secrets", async () => {
    const { database, answers } = await opened(engine);
    const call = newCall();
    const answer = await answers().once(call, async () => Buffer.from("a secret that is shown once"));
    const [row] = await database.manager.query("SELECT sealed FROM idempotency_keys WHERE id = ?", [call.id]);
    expect(text(answer)).toBe("a secret that is shown once");
    expect(row.sealed.includes("shown once")).toBe(false);
  });

  test("are forgotten after a day, and the key is free again", async () => {
    const { clock, answers } = await opened(engine);
    const call = newCall();
    const first = await answers().once(call, async (choices) => secretOf(choices));
    clock.ms += limits.idempotencyKeyMs - 1;
    expect(await answers().once(call, async (choices) => secretOf(choices))).toEqual(first);
    clock.ms += 1;
    expect(await answers().once(call, async (choices) => secretOf(choices))).not.toEqual(first);
  });

  test("are removed when they have expired", async () => {
    const { database, clock, answers } = await opened(engine);
    await answers().once(newCall(), async () => Buffer.from("old"));
    clock.ms += limits.idempotencyKeyMs + 1;
    await answers().once(newCall(), async () => Buffer.from("new"));
    const [{ number }] = await database.manager.query("SELECT COUNT(*) AS number FROM idempotency_keys");
    expect(Number(number)).toBe(1);
  });

  describe("while the first execution", () => {
    test("is under way, a repetition says so", async () => {
      const { answers } = await opened(engine);
      const call = newCall();
      await begun(answers({ beat: 5 }), call);
      const repetition = answers({ silence: 60_000, wait: 20 }).once(call, async () => Buffer.from("twice"));
      await expect(repetition).rejects.toMatchObject({ reason: "STATE_INVALID", facts: { retryAfterSeconds: 1 } });
    });

    test("ends soon, a repetition waits for its answer", async () => {
      const { answers } = await opened(engine);
      const call = newCall();
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const first = answers().once(call, async (choices) => ended.then(() => secretOf(choices)));
      const second = answers({ silence: 60_000, wait: 60_000 }).once(call, async () => Buffer.from("twice"));
      end();
      expect(await second).toEqual(await first);
    });

    test("is that of a dead process, a repetition executes the call with the same choices", async () => {
      const { answers } = await opened(engine);
      const call = newCall();
      // A process that never beats again is like a dead one.
      const chosen = await begun(answers({ beat: 3_600_000 }), call);
      const again = await answers({ silence: 20 }).once(call, async (choices) => secretOf(choices));
      expect(text(again)).toBe(chosen);
    });

    test("has failed by a bug or an outage, a repetition executes the call at once with the same choices", async () => {
      const { answers } = await opened(engine);
      const call = newCall();
      let chosen = "";
      const failing = answers({ beat: 3_600_000 }).once(call, async (choices) => {
        chosen = text(secretOf(choices));
        throw new Fault("UNAVAILABLE", "the database is away");
      });
      await expect(failing).rejects.toThrow("away");
      const again = answers({ silence: 3_600_000, wait: 0 }).once(call, async (choices) => secretOf(choices));
      expect(text(await again)).toBe(chosen);
    });
  });
});
