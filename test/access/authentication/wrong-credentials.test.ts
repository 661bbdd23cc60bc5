import { expect, test } from "vitest";
import { windows } from "../../../server/core/fixed-window/windows.ts";
import { operatorKey, startServer } from "../../support/server.ts";

const { countMax } = windows.wrongCredentials;

test("a network that sends many wrong credentials is limited, and others and its known callers are not", async () => {
  const server = await startServer({ TRUSTED_PROXIES: "127.0.0.0/8" });
  const status = async (secret: string, address: string) => {
    const headers = { Authorization: `Bearer ${secret}`, "X-Forwarded-For": address };
    return (await fetch(`${server.url}/v1/admin/keys`, { headers })).status;
  };
  const [attacker, other] = ["198.51.100.7", "198.51.100.8"];
  expect(await status(operatorKey, attacker)).toBe(200);
  const outcomes = new Map<number, number>();
  for (let i = 0; i < countMax + 20; i++) {
    const outcome = await status(`pls_wrong-${i}`, attacker);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect(outcomes).toEqual(
    new Map([
      [401, countMax],
      [429, 20],
    ]),
  );
  expect(await status("pls_wrong", other)).toBe(401);
  expect(await status(operatorKey, attacker)).toBe(200);
});

test("a call without credentials is told that they are missing, however often", async () => {
  const server = await startServer();
  const statuses = new Set<number>();
  for (let i = 0; i < countMax + 1; i++) statuses.add((await fetch(`${server.url}/v1/admin/keys`)).status);
  expect(statuses).toEqual(new Set([401]));
});
