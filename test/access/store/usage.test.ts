import { expect, it } from "vitest";
import type { Refusal, UsageCount } from "../../../server/access/domain/usage.ts";
import { storedUsage } from "../../../server/access/store/usage.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";

const hour = 3_600_000;
const all = { identityId: undefined, keyId: undefined };
const count = (members: Partial<UsageCount> = {}): UsageCount => ({
  identityId: "ada",
  keyId: "a",
  hourMs: hour,
  operation: "geocode.v1.GeocodeService.Transform",
  result: "OK",
  calls: 1,
  ...members,
});
const refusal = (number: number, members: Partial<Refusal> = {}): Refusal => ({
  identityId: "ada",
  keyId: "a",
  id: `01920000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  atMs: number,
  operation: "geocode.v1.GeocodeService.Transform",
  reason: "PARAMETER_INVALID",
  parameter: "data[2]",
  message: "data[2] must be a number ☃",
  requestId: `request-${number}`,
  protocol: "rest",
  ...members,
});

onEveryDatabase("stored usage", ({ kind, open }) => {
  it("adds up, whichever process writes, also at once", async () => {
    const database = await open();
    const [one, other] = [storedUsage(database), storedUsage(await open(database.location))];
    const keys = Array.from({ length: 40 }, (_, n) => `key-${n}`);
    const add = (n: number) =>
      (n % 2 === 0 ? one : other).add(
        (n % 3 === 0 ? keys : keys.toReversed()).map((keyId) => count({ keyId, calls: 5 })),
        [],
      );
    const rounds = Array.from({ length: 20 }, (_, n) => n);
    // Connections to a SQLite file wait for each other on their thread, so that in one process they must take turns.
    if (kind === "sqlite") for (const n of rounds) await add(n);
    else await Promise.all(rounds.map(add));
    for (const keyId of keys) {
      const [sum] = await one.counts({ identityId: "ada", keyId }, 0, 9 * hour);
      expect(sum?.calls).toBe(100);
    }
    expect((await other.counts(all, 0, 9 * hour)).map(({ calls }) => calls)).toEqual([4_000]);
  });

  it("is counted for an identity, a key, or all, from the first hour to before the last", async () => {
    const usage = storedUsage(await open());
    await usage.add(
      [
        count(),
        count({ keyId: "", calls: 2 }),
        count({ identityId: "bob", keyId: "b", calls: 4 }),
        count({ identityId: "", keyId: "o", calls: 8 }),
        count({ hourMs: 2 * hour, calls: 16, result: "RATE_LIMIT_EXCEEDED" }),
        count({ hourMs: 3 * hour, calls: 32 }),
      ],
      [],
    );
    const calls = async (choice: object) =>
      (await usage.counts({ ...all, ...choice }, hour, 3 * hour)).map((row) => [row.hourMs, row.result, row.calls]);
    expect(await calls({})).toEqual([
      [hour, "OK", 15],
      [2 * hour, "RATE_LIMIT_EXCEEDED", 16],
    ]);
    expect(await calls({ identityId: "ada" })).toEqual([
      [hour, "OK", 3],
      [2 * hour, "RATE_LIMIT_EXCEEDED", 16],
    ]);
    expect(await calls({ identityId: "", keyId: "o" })).toEqual([[hour, "OK", 8]]);
    expect(await calls({ identityId: "bob", keyId: "a" })).toEqual([]);
  });

  it("keeps the last hundred refusals of each caller, and lists them in pages, the newest first", async () => {
    const usage = storedUsage(await open());
    await usage.add([], [refusal(1, { keyId: "other" })]);
    await usage.add(
      [],
      Array.from({ length: 90 }, (_, n) => refusal(n + 10)),
    );
    await usage.add(
      [],
      Array.from({ length: 90 }, (_, n) => refusal(n + 100)),
    );
    const listed = await usage.refusals({ identityId: "ada", keyId: "a" }, undefined, 500);
    expect(listed.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 100 }, (_, n) => 189 - n));
    expect(listed[0]).toEqual(refusal(189));
    const next = await usage.refusals({ identityId: "ada", keyId: "a" }, listed[1]?.id, 2);
    expect(next.map(({ atMs }) => atMs)).toEqual([187, 186]);
    expect(await usage.refusals(all, undefined, 500)).toHaveLength(101);
    expect(await usage.refusals({ identityId: "bob", keyId: undefined }, undefined, 500)).toEqual([]);
  });

  it("has a refusal once, however often it is written", async () => {
    const usage = storedUsage(await open());
    await usage.add([], [refusal(1)]);
    await usage.add([], [refusal(1), refusal(2)]);
    expect(await usage.refusals(all, undefined, 500)).toEqual([refusal(2), refusal(1)]);
  });

  it("is all written or not at all", async () => {
    const usage = storedUsage(await open());
    await expect(usage.add([count()], [refusal(1, { message: undefined as never })])).rejects.toThrow();
    expect(await usage.counts(all, 0, 9 * hour)).toEqual([]);
  });

  it("is removed when it is old", async () => {
    const usage = storedUsage(await open());
    await usage.add([count(), count({ hourMs: 2 * hour })], [refusal(5), refusal(2 * hour)]);
    await usage.removeBefore(2 * hour);
    expect((await usage.counts(all, 0, 9 * hour)).map(({ hourMs }) => hourMs)).toEqual([2 * hour]);
    expect((await usage.refusals(all, undefined, 9)).map(({ atMs }) => atMs)).toEqual([2 * hour]);
  });
});
