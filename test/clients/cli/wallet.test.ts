import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { machine as machineOf, username } from "./machine.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

const machine = () => machineOf({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });

describe("the command line", () => {
  test("takes a wallet from registration to a receipt that is verified offline", async () => {
    const { settings, run, done } = machine();
    await done("identity", "register", username("ada"));
    const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
    await done("wallet", "create");
    await done("wallet", "create", "--profile", "bob");
    await done("wallet", "deposit", "100");
    const { status, id } = await done("wallet", "pay", bob, "12.5", "--description", "for tea");
    expect(status).toBe("completed");
    expect(await done("wallet", "balance", "--profile", "bob")).toMatchObject({ TOKEN_STANDARD: "12.5" });
    const { entries } = await done("wallet", "history");
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(["TRANSACTION", "DEPOSIT"]);
    const [receipt, keys] = [join(settings, "receipt.json"), join(settings, "keys.json")];
    await done("wallet", "receipt", id, receipt, "--profile", "bob");
    writeFileSync(keys, await (await fetch(new URL("/.well-known/jwks.json", server.url))).text());
    expect(await done("ledger", "verify-receipt", receipt, keys)).toMatchObject({ transactionId: id });
    expect((await run("wallet", "receipt", id, receipt)).code).toBe(1);
    expect(await done("wallet", "reconcile")).toEqual({ outcomes: [] });
  });

  test("refuses a second payment with the id of the first", async () => {
    const { run, done } = machine();
    const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
    await done("identity", "register", username("ada"));
    for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
    await done("wallet", "deposit", "100");
    const pay = ["wallet", "pay", bob, "10", "--id", crypto.randomUUID()];
    await done(...pay);
    expect(await run(...pay)).toMatchObject({ code: 1, err: expect.stringContaining("RESOURCE_CONFLICT") });
    expect(await done("wallet", "balance", "--profile", "bob")).toMatchObject({ TOKEN_STANDARD: "10" });
  });

  test("deposits once with an id, however often", async () => {
    const { run, done } = machine();
    await done("identity", "register", username("ada"));
    await done("wallet", "create");
    const id = crypto.randomUUID();
    for (let count = 0; count < 2; count += 1)
      expect(await done("wallet", "deposit", "100", "--id", id)).toMatchObject({ id, amount: "100" });
    expect((await run("wallet", "deposit", "99", "--id", id)).err).toContain("RESOURCE_CONFLICT");
    expect(await done("wallet", "balance")).toMatchObject({ TOKEN_STANDARD: "100" });
  });

  test("tells a payment that fails by its exit status", async () => {
    const { run, done } = machine();
    const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
    await done("identity", "register", username("ada"));
    for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
    const { code, out } = await run("wallet", "pay", bob, "1");
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^status +failed\n.+\n.*INSUFFICIENT_FUNDS\nThe wallet has less .+\n$/),
    ]);
  });

  test("keeps credentials for their owner alone, and never replaces them", async () => {
    const { settings, run, done } = machine();
    const { identityId } = await done("identity", "register", username("ada"));
    const path = join(settings, "platonic/default/credentials.json");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const kept = readFileSync(path, "utf8");
    const again = await run("identity", "register", username("ada"));
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("choose another --profile")]);
    expect(readFileSync(path, "utf8")).toBe(kept);
    const shown = await run("identity", "show");
    expect(shown.out).toContain(identityId);
    expect(shown.out).not.toContain(JSON.parse(kept).privateKey);
  });

  test("leaves no profile behind when a registration is refused", async () => {
    const { run, done } = machine();
    expect((await run("identity", "register", "a")).code).toBe(1);
    await done("identity", "register", username("ada"));
  });

  test.each([
    [["wallet", "balance"], "there is no profile default: platonic identity register makes one"],
    [["wallet", "pay", "01920000-0000-7000-8000-000000000001", "1", "--id", ""], "--id is empty: give it its UUID"],
    [["wallet", "hold", "01920000-0000-7000-8000-000000000001", "1", "--id", ""], "--id is empty"],
    [["wallet", "exchange", "1", "TOKEN_STANDARD", "TOKEN_MICRO", "--quote", ""], "--quote is empty: give it its ID"],
    [["wallet", "reverse", "01920000-0000-7000-8000-000000000001", "--amount", ""], "--amount is empty"],
    [["wallet", "capture", "01920000-0000-7000-8000-000000000001", "--amount="], "--amount is empty"],
    [["ledger", "reverse", "01920000-0000-7000-8000-000000000001", "--id", ""], "or leave the option out"],
    [["doctor", "--skip", "disk", "--skip", ""], "--skip is empty"],
    [["audit", "--actor", ""], "--actor is empty"],
    [["wallet", "balance", "--profile", "../x"], "a profile has 1 to 64 letters"],
    [["wallet", "pay", "01920000-0000-7000-8000-000000000001", "1", "--asset", "gold"], "an asset is TOKEN_STANDARD"],
  ])("refuses %j as wrong usage", async (args, text) => {
    const { run, done } = machine();
    if (args.includes("--asset")) await done("identity", "register", username("ada"));
    const { code, err } = await run(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(text)]);
  });

  test("tells who has no key where a service for developers keeps it", async () => {
    const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "" });
    onTestFinished(() => server.close());
    const { settings, done } = machineOf({
      PLATONIC_URL: server.url,
      PLATONIC_API_KEY: readFileSync(join(server.dataDirectory, "operator.key"), "utf8").trim(),
    });
    await done("identity", "register", username("ada"));
    await done("wallet", "create");
    const stranger = machineOf({ PLATONIC_URL: server.url, XDG_CONFIG_HOME: settings });
    for (const command of [["wallet", "deposit", "100"], ["outbox"]]) {
      const { code, err } = await stranger.run(...command);
      expect([code, err]).toEqual([2, expect.stringContaining("operator.key in its DATA_DIR")]);
    }
    const { code, err } = await stranger.run("identity", "register", username("eve"), "--profile", "eve");
    expect([code, err]).toEqual([1, expect.stringContaining(join(server.dataDirectory, "operator.key"))]);
    await done("wallet", "deposit", "100");
    expect(await done("outbox")).toEqual({ messages: [] });
  });
});
