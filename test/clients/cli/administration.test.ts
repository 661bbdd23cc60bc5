import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { machine as machineOf, username } from "./machine.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

const machine = () => machineOf({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });

/** Two identities with wallets, the first of which has money. */
async function twoWallets() {
  const { done, ...others } = machine();
  const { identityId: ada } = await done("identity", "register", username("ada"));
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  await done("wallet", "create");
  await done("wallet", "create", "--profile", "bob");
  await done("ledger", "deposit", ada, "100");
  return { ...others, done, ada, bob };
}

describe("an operator", () => {
  test("withdraws, freezes, unfreezes and reverses", async () => {
    const { run, done, ada, bob } = await twoWallets();
    const { issuance } = await done("ledger", "withdraw", ada, "40", "--reference", "paid out");
    expect(issuance).toMatchObject({ exactAmount: "40" });
    expect((await done("ledger", "freeze", ada)).wallet.isFrozen).toBe(true);
    expect((await run("wallet", "pay", bob, "5")).code).toBe(1);
    expect((await done("ledger", "unfreeze", ada)).wallet.isFrozen).toBe(false);
    const { id } = await done("wallet", "pay", bob, "5");
    await done("ledger", "reverse", id, "--amount", "2");
    expect(await done("wallet", "balance", "--profile", "bob")).toMatchObject({ TOKEN_STANDARD: "3" });
    expect((await done("ledger", "policy")).assets.length).toBeGreaterThan(1);
  });

  test("watches all wallets from a cursor on", async () => {
    const { run, done, ada } = await twoWallets();
    const first = JSON.parse((await run("ledger", "watch", "--cursor", "start", "--count", "1")).out);
    await done("ledger", "withdraw", ada, "1");
    const { code, out } = await run("ledger", "watch", "--cursor", first.cursor, "--count", "2");
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([code, events.length]).toEqual([0, 2]);
    expect(events[0].cursor).not.toBe(first.cursor);
    expect(events.every(({ entry }) => BigInt(entry.sequence) > BigInt(first.entry.sequence))).toBe(true);
  });

  test("sets a rate, at which an identity exchanges by a quote", async () => {
    const { run, done } = await twoWallets();
    await done("rates", "set", "TOKEN_STANDARD", "TOKEN_MICRO", "900", "1100");
    const { rates } = await done("rates", "list");
    expect(rates).toContainEqual(expect.objectContaining({ sourceType: "TOKEN_STANDARD", exactRate: "900" }));
    const { out } = await run("rates", "list");
    expect(out).toMatch(/^sourceType +targetType +exactRate .*\nTOKEN_STANDARD +TOKEN_MICRO +900 /);
    const { quote } = await done("wallet", "quote", "10", "TOKEN_STANDARD", "TOKEN_MICRO");
    const made = await done("wallet", "exchange", "10", "TOKEN_STANDARD", "TOKEN_MICRO", "--quote", quote.id);
    expect(made).toMatchObject({ status: "completed", exactTargetAmount: quote.exactTargetAmount });
    const { exchanges } = await done("wallet", "exchanges", "--limit", "1");
    expect(exchanges).toMatchObject([{ id: made.id, quoteId: quote.id }]);
    expect(Object.keys(quote)).not.toContain("sourceCurrencyCode");
    const refused = await run("wallet", "quote", "1000", "TOKEN_STANDARD", "GBP");
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/^errorCode +EXCHANGE_ERROR_/)]);
  });

  test("reviews a document that an identity has submitted", async () => {
    const { settings, run, done, ada } = await twoWallets();
    const [file, copy] = [join(settings, "passport.pdf"), join(settings, "copy.pdf")];
    writeFileSync(file, "%PDF-1.4\n%%EOF\n");
    const { case: submitted } = await done("identity", "document", "enhanced", file);
    expect((await done("reviews", "list")).cases).toContainEqual(expect.objectContaining({ id: submitted.id }));
    const shown = await done("reviews", "show", submitted.id);
    expect(shown).toMatchObject({ identityId: ada, state: "REVIEW_SUBMITTED" });
    await done("reviews", "document", shown.documents[0].id, copy);
    expect(readFileSync(copy)).toEqual(readFileSync(file));
    const hasty = await run("reviews", "decide", submitted.id, "reject");
    expect([hasty.code, hasty.err]).toEqual([2, expect.stringContaining("needs a --reason")]);
    const { case: decided } = await done("reviews", "decide", submitted.id, "reject", "--reason", "It is empty.");
    expect(decided).toMatchObject({ state: "REVIEW_REJECTED", reason: "It is empty." });
    expect((await run("reviews", "show", submitted.id)).err).toContain("platonic reviews list");
  });

  test("keeps webhooks of all wallets, and an identity those of its own", async () => {
    const { run, done } = await twoWallets();
    for (const whose of [[], ["--profile", "default"]]) {
      const { webhook, secret } = await done("webhooks", "create", "https://example.com/events", ...whose);
      expect(secret).toMatch(/^whsec_/);
      expect((await done("webhooks", "list", ...whose)).webhooks).toMatchObject([{ id: webhook.id }]);
      const paused = await done("webhooks", "update", webhook.id, "--paused", "yes", ...whose);
      expect(paused.webhook.state).toBe("WEBHOOK_PAUSED");
      expect((await done("webhooks", "rotate", webhook.id, ...whose)).secret).not.toBe(secret);
      expect(await done("webhooks", "deliveries", webhook.id, ...whose)).toEqual({ deliveries: [] });
      await done("webhooks", "delete", webhook.id, ...whose);
      expect((await run("webhooks", "list", ...whose)).out).toBe("none\n");
    }
  });

  test("lists and watches who has done what", async () => {
    const { run, done } = machine();
    const { id } = (await done("keys", "create", "--name", "for the audit")).key;
    const { records } = await done("audit", "--target", id, "--action", "admin.v1.KeyService", "--limit", "1");
    expect(records).toMatchObject([
      { action: "admin.v1.KeyService.CreateKey", result: "OK", targets: [id], texts: { name: "for the audit" } },
    ]);
    expect((await run("audit", "--target", id)).out).toMatch(/KeyService.CreateKey +OK +key /);
    const { out } = await run("audit", "watch", "--cursor", "start", "--count", "1");
    expect(JSON.parse(out).record.number).toBe("1");
    expect((await run("audit", "--limit", "0")).code).toBe(2);
  });

  test("is told whether the service is well, and that nobody answers by an exit status of its own", async () => {
    const { run, done } = machine();
    expect(await done("health")).toEqual({
      endpoint: server.url,
      runs: true,
      ready: true,
      roundTripMs: expect.any(Number),
      clockAheadMs: expect.any(Number),
    });
    const nowhere = machineOf({ PLATONIC_URL: "http://127.0.0.1:9", PLATONIC_API_KEY: operatorKey });
    for (const command of ["health", "rates list", "outbox", "vault status", "ledger policy"]) {
      expect([command, (await nowhere.run(...command.split(" "))).code]).toEqual([command, 3]);
    }
    const geocode = await nowhere.run("geocode", "encode", "--request", "{}");
    expect(geocode.code).toBe(3);
    expect((await run("health", "--endpoint", "here")).code).toBe(2);
  });
});

describe("an identity", () => {
  test("holds money, which the recipient captures, lets go or gives back", async () => {
    const { run, done, bob } = await twoWallets();
    const { id } = await done("wallet", "hold", bob, "10");
    expect((await done("wallet", "holds")).holds).toMatchObject([{ id, exactLeft: "10" }]);
    const captured = await done("wallet", "capture", id, "--amount", "4", "--profile", "bob");
    expect(captured.status).toBe("completed");
    const again = await run("wallet", "capture", id, "--profile", "bob");
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining("nothing is left of the hold: its state is HOLD_CAPTURED"),
    ]);
    const { id: second } = await done("wallet", "hold", bob, "10");
    await done("wallet", "release", second, "--profile", "bob");
    expect(await done("wallet", "balance", "--profile", "bob")).toMatchObject({ TOKEN_STANDARD: "4" });
    const { id: paid } = await done("wallet", "pay", bob, "5");
    await done("wallet", "reverse", paid, "--profile", "bob");
    expect(await done("wallet", "balance", "--profile", "bob")).toMatchObject({ TOKEN_STANDARD: "4" });
  });

  test("goes on watching its wallet where an earlier watch has stopped", async () => {
    const { run, done, bob } = await twoWallets();
    await done("wallet", "pay", bob, "1");
    const first = JSON.parse((await run("wallet", "watch", "--cursor", "start", "--count", "1")).out);
    expect(first.entry.kind).toMatch(/DEPOSIT$/);
    const next = JSON.parse((await run("wallet", "watch", "--cursor", first.cursor, "--count", "1")).out);
    expect(next.entry.kind).toMatch(/TRANSACTION$/);
  });

  test("is verified step by step with the codes of the outbox, and sees and ends its sessions", async () => {
    const { run, done } = machine();
    const address = `${username("ada")}@example.com`;
    await done("identity", "register", username("ada"), "--email", address);
    const { challenge } = await done("identity", "verify", "email");
    expect((await done("identity", "challenges")).challenges).toMatchObject([{ id: challenge.id }]);
    const { messages } = await done("outbox");
    const { text } = messages.find(({ to }: { to: string }) => to === address);
    const code = /\d{4} \d{4}/.exec(text)?.[0] ?? "";
    const answered = await done("identity", "answer", challenge.id, "--request", JSON.stringify({ code }));
    expect(answered.challenge.state).toBe("CHALLENGE_PASSED");
    expect((await done("identity", "status")).verification.factors).toMatchObject([{ method: "METHOD_EMAIL" }]);
    await done("identity", "sign-in");
    const { sessions } = await done("identity", "sessions");
    expect(sessions).toHaveLength(2);
    await done("identity", "end-session", sessions[0].id);
    await done("identity", "end-sessions");
    expect((await done("identity", "sessions")).sessions).toHaveLength(1);
    expect((await done("identity", "sign-ins", "--limit", "2")).events).toHaveLength(2);
    expect((await done("identity", "keys")).keys).toHaveLength(1);
    const wrong = await run("identity", "verify", "telepathy");
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("METHOD must be one of: email, phone")]);
  });
});

test("open writes the address of a page where there is no browser", async () => {
  const { run, done } = machine();
  expect(await done("open", "wallet")).toEqual({ url: `${server.url}/wallet`, opened: false });
  expect((await run("open", "--endpoint", "https://platonic.example")).out).toBe("https://platonic.example/\n");
  expect((await run("open", "cellar")).err).toContain("PAGE must be one of: home, playground");
});
