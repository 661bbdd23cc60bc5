import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { newVaultHolder } from "../../support/wallet-holder.ts";

/** Notations of a number in JSON, and the amount of each; undefined if it is not a valid amount. */
const notations: [string, string | undefined][] = [
  ["10", "10"],
  ["10.0", "10"],
  ["1e1", "10"],
  ["1E+1", "10"],
  ["100e-1", "10"],
  ["0.1", "0.1"],
  ["0.30000000000000004", "0.3"],
  ["1.1500000000000001", "1.15"],
  ["0.00000001000000000000001", "0.00000001"],
  ["0.3333333333333333", undefined],
  ["0.010000000001", undefined],
  ['"0.30000000000000004"', undefined],
  ["1e-8", "0.00000001"],
  ["1e-9", undefined],
  ["12.345678901", undefined],
  ["12.34567890", "12.3456789"],
  ["99.99999999", "99.99999999"],
  ["99.999999999999999999999", "100"],
  ["99.99999999999999", "100"],
  ["0", undefined],
  ["-0", undefined],
  ["0e5", undefined],
  ["-1", undefined],
  ["1e400", undefined],
  ["-1e400", undefined],
  ["1e-400", undefined],
  ["4.9e-324", undefined],
  ["1.7976931348623157e308", undefined],
  ['"10"', "10"],
  ['"10.50"', "10.5"],
  ['"1e1"', undefined],
  ['"0.00000001"', "0.00000001"],
  ['"0.000000010"', "0.00000001"],
  ['"10."', undefined],
  ['".5"', undefined],
  ['"010"', undefined],
  ['"+10"', undefined],
  ['"-10"', undefined],
  ['" 10"', undefined],
  ['"10 "', undefined],
  ['"1,5"', undefined],
  ['"1_0"', undefined],
  ['"0x10"', undefined],
  ['"NaN"', undefined],
  ['"Infinity"', undefined],
  ['"1e999999999"', undefined],
  [`"${"9".repeat(500)}"`, undefined],
  ['"\\u0031\\u0030"', "10"],
  ['"\\uff11"', undefined],
];

/** Neither a number nor a text, or not JSON. */
const refusedOutright = [
  "true",
  "[10]",
  '{"number":10}',
  "{}",
  "NaN",
  "Infinity",
  "010",
  "+10",
  "10.",
  ".5",
  "0x10",
  "1_0",
  "''",
];

onEveryServer("amounts in JSON", ({ server }) => {
  const api = () => new ApiClient(server());
  const create = async (amount: string) => {
    const [ada, bob] = [await newVaultHolder(api(), { TOKEN_STANDARD: 100 }), await newVaultHolder(api())];
    const response = await fetch(`${server().url}/api/transactions/create`, {
      method: "POST",
      headers: { Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json" },
      body: `{"sender":"${ada.id}","recipient":"${bob.id}","token_type":"TOKEN_STANDARD","amount":${amount}}`,
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
    return { status: response.status, body: (await response.json()) as any };
  };

  describe("a number is read as its shortest decimal within one part in 10^12, a text unchanged:", () => {
    test.each(notations)("%s", async (notation, expected) => {
      const { status, body } = await create(notation);
      if (expected === undefined) {
        const details = { parameter: "amount" };
        expect([status, body.error]).toMatchObject([400, { code: "PARAMETER_INVALID", details }]);
        expect(body.error.message).toContain("with at most 8 decimal places");
      } else expect([status, body.result.transaction?.exact_amount]).toEqual([200, expected]);
    });
  });

  test("floating-point noise is rounded alike by deposits, withdrawals, exchanges, quotes and rates", async () => {
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 0.1 + 0.2 });
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "0.3" });
    const source = { identity_id: ada.id, token_type: "TOKEN_STANDARD" };
    const withdrawn = await api().call("POST", "/v1/admin/ledger/withdrawals", { ...source, amount: 0.7 - 0.6 });
    expect(withdrawn.body.result.issuance.exact_amount).toBe("0.1");
    const [bid, ask] = [0.1 + 0.2, 0.1 + 0.7];
    const pair = { source_type: "TOKEN_STANDARD", target_type: "TOKEN_MICRO" };
    const rate = await api().call("PUT", "/v1/admin/ledger/rates", { ...pair, bid, ask });
    expect(rate.body.result.rates).toMatchObject([{ exact_rate: "0.3" }, { exact_rate: "1.25" }]);
    const asked = { identity_id: ada.id, ...pair, source_amount: 0.3 - 0.1 };
    const { quote } = (await api().call("POST", "/api/exchange/quote", asked)).body.result;
    expect(quote).toMatchObject({ exact_source_amount: "0.2" });
    const { result } = (await api().call("POST", "/api/exchange/execute", asked)).body;
    expect(result).toMatchObject({ success: true, exact_source_amount: "0.2" });
  });

  test.each(refusedOutright)("%s is refused as an amount", async (notation) => {
    const { status, body } = await create(notation);
    expect([status, body.error.code]).toEqual([400, "PARAMETER_INVALID"]);
  });

  test("null is refused as a missing amount", async () => {
    const { status, body } = await create("null");
    expect([status, body.error]).toMatchObject([400, { code: "PARAMETER_REQUIRED", details: { parameter: "amount" } }]);
  });
});
