import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";
import { deposit, newHolder, newVaultHolder } from "../../support/wallet-holder.ts";

onEveryServer("the administration of the ledger", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const admin = (method: string, path: string, body?: unknown, by?: string) =>
    api().call(method, `/v1/admin/ledger/${path}`, body, by);
  const withdraw = (identity_id: string, amount: unknown, more: object = {}) =>
    admin("POST", "withdrawals", { identity_id, token_type: "TOKEN_STANDARD", amount, ...more });

  test("deposits and withdrawals move money, and are recorded with their reference", async () => {
    const ada = await newHolder(api());
    const made = await deposit(api(), ada.id, "TOKEN_STANDARD", 12.5, { reference: "wire 7" });
    expect(made.body.result.issuance).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token_type: "TOKEN_STANDARD",
      amount: 12.5,
      exact_amount: "12.5",
      reference: "wire 7",
    });
    expect((await withdraw(ada.id, "2.5", { reference: "wire 8" })).body.result.issuance.exact_amount).toBe("2.5");
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "10" });
    expect(await ada.entries()).toMatchObject([
      { kind: "ENTRY_WITHDRAWAL", issuance: { reference: "wire 8" }, movements: [{ amount: -2.5 }] },
      { kind: "ENTRY_DEPOSIT", issuance: { reference: "wire 7" }, movements: [{ amount: 12.5 }] },
    ]);
  });

  test.each([
    ["an amount of zero", { amount: 0 }, 400, "PARAMETER_INVALID", "amount"],
    ["an amount below zero", { amount: -1 }, 400, "PARAMETER_INVALID", "amount"],
    ["an amount finer than its token", { amount: "0.000000001" }, 400, "PARAMETER_INVALID", "amount"],
    ["an amount beyond the maximum", { amount: "10000000001" }, 400, "PARAMETER_INVALID", "amount"],
    ["an amount that is not a number", { amount: "ten" }, 400, "PARAMETER_INVALID", "amount"],
    ["no amount", { amount: null }, 400, "PARAMETER_REQUIRED", "amount"],
    [
      "an unknown currency",
      { token_type: "TOKEN_EXTERNAL", currency_code: "XAU" },
      400,
      "PARAMETER_INVALID",
      "currency_code",
    ],
    ["an id that is not a UUID", { deposit_id: "7" }, 400, "PARAMETER_INVALID", "deposit_id"],
    ["an identity without a wallet", { identity_id: randomUUID() }, 404, "RESOURCE_NOT_FOUND", undefined],
    ["an account of the service", { identity_id: "@fees" }, 404, "RESOURCE_NOT_FOUND", undefined],
  ])("a deposit with %s is refused", async (_, members, status, code, parameter) => {
    const ada = await newHolder(api());
    const answer = await deposit(api(), ada.id, "TOKEN_STANDARD", 1, members);
    expect([answer.status, answer.body.error.code, answer.body.error.details?.parameter]).toEqual([
      status,
      code,
      parameter,
    ]);
  });

  test("a deposit that would exceed the maximum balance is refused", async () => {
    const ada = await newHolder(api());
    const most = "10000000000";
    let answer = await deposit(api(), ada.id, "TOKEN_STANDARD", most);
    for (let i = 0; i < 9 && answer.status === 200; i++) answer = await deposit(api(), ada.id, "TOKEN_STANDARD", most);
    expect(answer.body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "amount" } });
    const held = Number((await ada.held())["TOKEN_STANDARD"]);
    expect(held).toBeLessThan(2 ** 63 / 1e8);
    await withdraw(ada.id, most);
  });

  test("a frozen wallet receives deposits, and refuses withdrawals until it is unfrozen", async () => {
    const ada = await newHolder(api(), { TOKEN_STANDARD: 10 });
    expect((await ada.freeze()).body.result.wallet).toMatchObject({ is_frozen: true, version: 2 });
    expect((await deposit(api(), ada.id, "TOKEN_STANDARD", 1)).status).toBe(200);
    expect((await withdraw(ada.id, 1)).body.error.code).toBe("STATE_INVALID");
    expect((await ada.freeze(false)).body.result.wallet.is_frozen).toBe(false);
    expect((await withdraw(ada.id, 1)).status).toBe(200);
    expect((await admin("PUT", `wallets/${randomUUID()}/frozen`, { is_frozen: true })).status).toBe(404);
    expect((await admin("PUT", `wallets/${ada.id}/frozen`, {})).body.error.code).toBe("PARAMETER_REQUIRED");
  });

  describe("rates set by hand", () => {
    const chf = { source_type: "TOKEN_STANDARD", target_type: "TOKEN_EXTERNAL", target_currency_code: "CHF" };
    const set = (members: object) => admin("PUT", "rates", { ...chf, bid: "0.9", ask: "1.25", ...members });

    test("apply at once, in both directions", async () => {
      const { body } = await set({});
      expect(body.result.rates).toMatchObject([
        { source_type: "TOKEN_STANDARD", target_currency_code: "CHF", exact_rate: "0.9", source: "set by hand" },
        { source_currency_code: "CHF", target_type: "TOKEN_STANDARD", exact_rate: "0.8" },
      ]);
    });

    test("apply in other processes within two seconds", async () => {
      const other = await startServer(environment());
      try {
        await set({ bid: "0.75" });
        const seen = async () => {
          const { rates } = (await new ApiClient(other).call("GET", "/api/exchange/rates")).body.result;
          return rates.some(({ exact_rate }: { exact_rate: string }) => exact_rate === "0.75");
        };
        while (!(await seen()));
      } finally {
        await other.close();
      }
    });

    test.each([
      ["a bid of zero", { bid: 0 }, "bid", 0],
      ["a bid below zero", { bid: -1 }, "bid", -1],
      ["a bid that is not a number", { bid: "much" }, "bid", "much"],
      ["an ask below the bid", { ask: "0.89" }, "ask", "0.89"],
      ["too many decimal places", { bid: "0.1234567890123" }, "bid", "0.1234567890123"],
      ["an unknown currency", { target_currency_code: "XAU" }, "target_currency_code", "XAU"],
      [
        "the same asset on both sides",
        { target_type: "TOKEN_STANDARD", target_currency_code: "" },
        "target_type",
        "TOKEN_STANDARD",
      ],
    ])("cannot have %s", async (_, members, parameter, provided) => {
      const { body } = await set(members);
      expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter, provided } });
    });
  });

  test("the policy endpoint returns fees, scales and limits", async () => {
    const { result } = (await admin("GET", "policy")).body;
    expect(result.exchange_basis_points).toBe(50);
    expect(result.assets).toContainEqual({
      token_type: "TOKEN_STANDARD",
      scale: 8,
      fee_basis_points: 10,
      fee_minimum: "0.00001",
      exchange_fee_minimum: "0.00001",
      network_fee: "0",
    });
    const levels = result.limits.filter(({ token_type }: { token_type: string }) => token_type === "TOKEN_MICRO");
    expect(levels.map(({ verification_level }: { verification_level: number }) => verification_level)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(levels[0]).toMatchObject({ per_transaction: "1", per_day: "2" });
  });

  test("a session reads the policy, whose limits and fees hold for its identity", async () => {
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 10 });
    const answer = await admin("GET", "policy", undefined, await api().session(ada.id));
    expect(answer.body.result).toEqual((await admin("GET", "policy")).body.result);
    expect((await admin("GET", "policy", undefined, "")).status).toBe(401);
  });

  test("each operation needs its own permission, and all others are refused to sessions", async () => {
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 10 });
    const session = await api().session(ada.id);
    const calls: [string, string, string, unknown?][] = [
      ["ledger:issue", "POST", "deposits", { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: 1 }],
      ["ledger:issue", "POST", "withdrawals", { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: 1 }],
      ["ledger:freeze", "PUT", `wallets/${ada.id}/frozen`, { is_frozen: false }],
      ["ledger:policy", "GET", "policy"],
      ["ledger:check", "POST", "check", {}],
      ["ledger:check", "GET", "check"],
      ["ledger:export", "GET", "batches"],
    ];
    const everything = (await server().createKey("enterprise", ["wallets:*", "transactions:*", "exchange:*"])).secret;
    for (const [permission, method, path, body] of calls) {
      const { secret } = await server().createKey("operator", [permission]);
      expect([path, (await admin(method, path, body, secret)).status]).toEqual([path, 200]);
      const isOpenToSessions = permission === "ledger:policy";
      for (const by of isOpenToSessions ? [everything] : [session, everything]) {
        const { status, body: answer } = await admin(method, path, body, by);
        expect([status, answer.error.details.required_permission]).toEqual([403, permission]);
      }
    }
  });

  test("the export has every batch, in pages, chained by hashes", async () => {
    await newHolder(api(), { TOKEN_STANDARD: 1, TOKEN_MICRO: 1, USD: 1 });
    const batches: Record<string, string & string[]>[] = [];
    for (;;) {
      const after = batches.at(-1)?.["number"] ?? 0;
      const page = (await admin("GET", `batches?after=${after}&page_size=2`)).body.result.batches;
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(2);
      batches.push(...page);
    }
    for (const [index, batch] of batches.entries()) {
      expect(batch["number"]).toBe(index + 1);
      if (index > 0) expect(batch["previous_hash"]).toBe(batches[index - 1]?.["hash"]);
      const count = Number(batch["last_sequence"]) - Number(batch["first_sequence"]) + 1;
      expect(batch["entries"]).toHaveLength(count);
    }
    expect((await admin("GET", "batches?after=9007199254740993")).body.error.code).toBe("PARAMETER_INVALID");
  });
});
