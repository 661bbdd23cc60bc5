import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { deposit, newHolder } from "../../support/wallet-holder.ts";

onEveryServer("balances at a moment", ({ server }) => {
  const api = () => new ApiClient(server());
  const at = (id: string, query = "") => api().call("GET", `/api/wallets/${id}/balances/at${query}`);

  test("are those of every asset after the last entry, which the answer names", async () => {
    const ada = await newHolder(api(), { TOKEN_STANDARD: 12.5, USD: "7.25" });
    const { status, body } = await at(ada.id);
    expect([status, body.result]).toMatchObject([
      200,
      {
        balances: [
          { token_type: "TOKEN_STANDARD", amount: 12.5, exact_amount: "12.5" },
          { token_type: "TOKEN_MICRO", amount: 0, exact_amount: "0" },
          { token_type: "TOKEN_EXTERNAL", currency_code: "USD", exact_amount: "7.25" },
        ],
        recorded_at: expect.stringMatching(/Z$/),
      },
    ]);
    await deposit(api(), ada.id, "USD", 1);
    expect((await at(ada.id, `?sequence=${body.result.sequence}`)).body).toEqual(body);
    expect((await at(ada.id)).body.result.balances[2].exact_amount).toBe("8.25");
  });

  test("at a time are those of the entries until then, and the answer can be repeated by its sequence", async () => {
    const ada = await newHolder(api(), { TOKEN_STANDARD: 3 });
    const { body } = await at(ada.id);
    const byTime = await at(ada.id, `?at=${body.result.recorded_at}`);
    expect(byTime.body.result.sequence >= body.result.sequence).toBe(true);
    expect((await at(ada.id, `?sequence=${byTime.body.result.sequence}`)).body).toEqual(byTime.body);
    const before = await at(ada.id, "?at=1970-01-02T00:00:00Z");
    expect(before.body.result).toMatchObject({ sequence: 0, balances: [{ amount: 0 }, { amount: 0 }] });
    expect(before.body.result).not.toHaveProperty("recorded_at");
    expect((await at(ada.id, "?sequence=0")).body).toEqual(before.body);
  });

  describe("are refused", () => {
    test.each([
      ["beyond the last entry", "?sequence=999999999", "sequence"],
      ["before the first", "?sequence=-1", "sequence"],
      ["in the future", "?at=2999-01-01T00:00:00Z", "at"],
      ["at no time", "?at=yesterday", "at"],
      ["at two moments", "?sequence=0&at=2020-01-01T00:00:00Z", "at"],
    ])("%s", async (_, query, parameter) => {
      const ada = await newHolder(api());
      const { status, body } = await at(ada.id, query);
      expect([status, body.error]).toMatchObject([400, { code: "PARAMETER_INVALID", details: { parameter } }]);
    });

    test("to those without a wallet", async () => {
      expect((await at(randomUUID())).status).toBe(404);
    });
  });
});
