import { beforeAll, describe, expect, test } from "vitest";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { machine, username } from "./machine.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

/** A wallet with 100, and one that has got 12.5 of it. */
async function twoWallets() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId: ada } = await done("identity", "register", username("ada"));
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
  await done("wallet", "deposit", "100");
  const { id } = await done("wallet", "pay", bob, "12.5", "--description", "for tea");
  return { settings, run, done, ada, bob, id };
}

describe("a wallet", () => {
  test.each([
    [["wallet", "configure"], "wallet configure needs at least one of its options"],
    [["wallet", "configure", "--use-channel", "perhaps"], "--use-channel must be yes or no"],
    [["wallet", "configure", "--http-endpoint", "ftp://a"], "--http-endpoint must be a URL with http: or https:"],
    [["wallet", "configure", "--confirm-timeout", "5"], "--confirm-timeout must be a whole number from 100"],
    [["wallet", "balance-at", "yesterday"], "MOMENT must be a time in UTC"],
    [["wallet", "balance-at", "2026-13-01T00:00:00Z"], "MOMENT must be a time in UTC"],
    [["wallet", "history", "--kind", "gift"], "--kind must be one of: transaction, exchange"],
    [["wallet", "history", "--limit", "0"], "--limit must be a whole number from 1"],
  ])("is neither changed nor read by wrong usage: %j", async (args, text) => {
    const { run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
    await done("identity", "register", username("ada"));
    const { code, out, err } = await run(...args);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(text)]);
  });

  test("keeps the settings that a change does not name", async () => {
    const { done } = await twoWallets();
    const { wallet } = await done("wallet", "show");
    expect(wallet).toMatchObject({ version: 1, configuration: { autoExchange: false, retryCount: 3 } });
    await done("wallet", "configure", "--retry-count", "5", "--confirm-timeout", "20000");
    const changed = (await done("wallet", "configure", "--auto-exchange", "yes", "--use-channel", "no")).wallet;
    expect(changed.version).toBe(3);
    expect(changed.configuration).toEqual({
      ...wallet.configuration,
      retryCount: 5,
      confirmTimeout: 20_000,
      autoExchange: true,
      useChannel: false,
    });
  });

  test("had at an entry and at a time what it had then", async () => {
    const { run, done } = await twoWallets();
    const { entries } = await done("wallet", "history");
    const [, deposit] = entries;
    const then = await done("wallet", "balance-at", deposit.sequence);
    expect(then).toMatchObject({ sequence: deposit.sequence, balances: { TOKEN_STANDARD: "100" } });
    expect(await done("wallet", "balance-at", "0")).toMatchObject({
      recordedAt: null,
      balances: { TOKEN_STANDARD: "0" },
    });
    expect((await done("wallet", "balance-at", "2000-01-01T00:00:00Z")).balances).toEqual({
      TOKEN_STANDARD: "0",
      TOKEN_MICRO: "0",
    });
    const now = await done("wallet", "balance-at", entries[0].recordedAt);
    expect(now.balances.TOKEN_STANDARD).toBe(await done("wallet", "balance").then((held) => held.TOKEN_STANDARD));
    expect((await run("wallet", "balance-at", "2999-01-01T00:00:00Z")).code).toBe(1);
  });

  test("lists what it has received with the id of its receipt", async () => {
    const { run, done, ada, bob, id } = await twoWallets();
    const { entries } = await done("wallet", "history", "--profile", "bob");
    expect(entries).toMatchObject([{ kind: "TRANSACTION", id, other: ada, description: "for tea" }]);
    expect((await done("wallet", "history", "--kind", "deposit")).entries).toMatchObject([{ kind: "DEPOSIT" }]);
    expect((await done("wallet", "history", "--limit", "1")).entries).toMatchObject([{ id, other: bob }]);
    expect((await done("wallet", "history", "--until", "2000-01-01T00:00:00Z")).entries).toEqual([]);
    expect((await run("wallet", "history")).out).toMatch(
      /^sequence +kind +recordedAt +moved +id +other +description\n/,
    );
    const { transaction, result } = await done("wallet", "transaction", id, "--profile", "bob");
    expect([transaction, result]).toMatchObject([{ id, exactAmount: "12.5" }, { success: true }]);
    expect((await run("wallet", "transaction", crypto.randomUUID())).err).toContain("RESOURCE_NOT_FOUND");
  });

  test("voids a payment that is not made, and tells the outcome of one that is", async () => {
    const { run, done, bob, id } = await twoWallets();
    expect((await done("wallet", "void", id)).result).toMatchObject({ success: true });
    const other = crypto.randomUUID();
    expect((await done("wallet", "void", other)).result).toMatchObject({
      success: false,
      status: "TRANSACTION_FAILED",
    });
    const { code, out } = await run("wallet", "pay", bob, "1", "--id", other);
    expect([code, out]).toEqual([1, expect.stringMatching(/^status +failed$/m)]);
    expect(await done("wallet", "balance", "--profile", "bob")).toMatchObject({ TOKEN_STANDARD: "12.5" });
  });

  test("sees the rates and the policy without a key of an operator", async () => {
    const { settings } = await twoWallets();
    const { run, done } = machine({ PLATONIC_URL: server.url, XDG_CONFIG_HOME: settings });
    expect((await run("rates", "list")).code).toBe(2);
    expect(await done("rates", "list", "--profile", "bob")).toEqual({ rates: expect.any(Array) });
    expect((await run("ledger", "policy")).code).toBe(2);
    expect((await done("ledger", "policy", "--profile", "bob")).assets.length).toBeGreaterThan(1);
  });
});
