import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder, rates } from "../../support/wallet-holder.ts";

const usd = { target_type: "TOKEN_EXTERNAL", target_currency_code: "USD" };
const failed = (code: string) => ({ success: false, error_code: `EXCHANGE_ERROR_${code}` });

onEveryServer(
  "the specification of exchange",
  ({ server }) => {
    const api = () => new ApiClient(server());
    const rich = () => newHolder(api(), { TOKEN_STANDARD: 100 });

    describe("Exchange result, fields:", () => {
      const rows: [string, object][] = [
        ["success (boolean)", { success: true }],
        [
          "source_amount, fee included, and the same to the last digit",
          { source_amount: 10, exact_source_amount: "10" },
        ],
        ["source_type", { source_type: "TOKEN_STANDARD" }],
        ["target_type", { target_type: "TOKEN_EXTERNAL", target_currency_code: "USD" }],
        ["target_amount, and the same to the last digit", { target_amount: 19.65, exact_target_amount: "19.65" }],
        ["rate", { rate: 2, exact_rate: "2" }],
        ["fee, in the source", { fee: 0.05, exact_fee: "0.05" }],
        ["network fee, in the target", { exact_network_fee: "0.25" }],
      ];
      test.each(rows)("%s", async (_, part) => {
        const ada = await rich();
        expect((await ada.exchange(usd)).body.result).toMatchObject(part);
      });

      test("of success there is no error_code", async () => {
        const ada = await rich();
        expect((await ada.exchange(usd)).body.result).not.toHaveProperty("error_code");
      });

      test("of failure: error_code, and no amounts of what did not happen", async () => {
        const ada = await newHolder(api());
        const { exchange_id, ...result } = (await ada.exchange(usd)).body.result;
        expect(exchange_id).toMatch(/^[0-9a-f-]{36}$/);
        expect(result).toEqual({
          ...failed("INSUFFICIENT_FUNDS"),
          ...usd,
          source_type: "TOKEN_STANDARD",
          source_amount: 10,
          exact_source_amount: "10",
        });
      });
    });

    describe("rule 1, a valid wallet and request:", () => {
      test("not without a wallet", async () => {
        const { identity } = await api().identity();
        const asked = { identity_id: identity.id, source_type: "TOKEN_STANDARD", source_amount: 1, ...usd };
        const { body } = await api().call("POST", "/api/exchange/execute", asked);
        expect(body.result).toMatchObject(failed("INVALID_WALLET"));
      });

      test("not with a frozen wallet", async () => {
        const ada = await rich();
        await ada.freeze();
        expect((await ada.exchange(usd)).body.result).toMatchObject(failed("INVALID_WALLET"));
      });
    });

    describe("an amount that is malformed is refused with PARAMETER_INVALID before all rules:", () => {
      test.each([
        ["zero", 0],
        ["below zero", -1],
        ["finer than its token", "0.000000001"],
        ["not a number", "ten"],
        ["with an exponent", "1e1"],
        ["beyond all bounds", "99999999999"],
        ["a third", 1 / 3],
      ])("%s", async (_, source_amount) => {
        const ada = await rich();
        await ada.freeze();
        for (const source_type of ["TOKEN_STANDARD", "TOKEN_EXTERNAL"]) {
          const { status, body } = await ada.exchange({ source_type, source_amount });
          // Nothing says how many decimal places an unknown source has, up to 12, and how much of it there may be.
          if (source_type === "TOKEN_EXTERNAL" && ["0.000000001", "99999999999", 1 / 3].includes(source_amount))
            continue;
          const details = { parameter: "source_amount", provided: source_amount };
          expect([status, body.error]).toMatchObject([400, { code: "PARAMETER_INVALID", details }]);
        }
        expect(await ada.entries()).toHaveLength(1);
      });

      test("of an exchange between currencies it is the parameter amount", async () => {
        const ada = await rich();
        const asked = {
          identity_id: ada.id,
          source_currency_code: "USD",
          amount: "0.001",
          target_currency_code: "EUR",
        };
        const { status, body } = await api().call("POST", "/api/exchange/currencies", asked);
        const details = { parameter: "amount", provided: "0.001" };
        expect([status, body.error]).toMatchObject([400, { code: "PARAMETER_INVALID", details }]);
      });
    });

    test("rule 2, the wallet holds the source amount", async () => {
      const ada = await rich();
      expect((await ada.exchange({ source_amount: "100.00000001" })).body.result).toMatchObject(
        failed("INSUFFICIENT_FUNDS"),
      );
      expect((await ada.exchange({ source_amount: "100" })).body.result.success).toBe(true);
    });

    describe("rule 2, and of a source that the service does not know it holds nothing:", () => {
      test.each([
        ["an unknown currency", { source_type: "TOKEN_EXTERNAL", source_currency_code: "XAU", source_amount: "1.50" }],
        ["no currency with an external type", { source_type: "TOKEN_EXTERNAL", source_amount: "1.50" }],
        ["a currency with an internal type", { source_currency_code: "USD", source_amount: 1.5 }],
        ["an unknown currency, and no target", { source_type: "TOKEN_EXTERNAL", source_amount: 1.5, ...usd }],
      ])("%s", async (_, members) => {
        const ada = await rich();
        const { result } = (await ada.exchange(members)).body;
        const { source_amount: _amount, ...echo } = { source_type: "TOKEN_STANDARD", ...members };
        const amounts = { source_amount: 1.5, exact_source_amount: "1.5" };
        expect(result).toMatchObject({ ...failed("INSUFFICIENT_FUNDS"), ...echo, ...amounts });
        await ada.freeze();
        expect((await ada.exchange(members)).body.result).toMatchObject(failed("INVALID_WALLET"));
      });
    });

    describe("rule 3, and to a target that cannot be exchanged into there is none:", () => {
      test.each([
        ["an unknown currency", { ...usd, target_currency_code: "XAU" }],
        ["no currency with an external type", { target_type: "TOKEN_EXTERNAL" }],
        ["a currency with an internal type", { target_currency_code: "USD" }],
        ["the same asset as the source", { target_type: "TOKEN_STANDARD" }],
      ])("%s", async (_, members) => {
        const ada = await rich();
        const echo = { source_amount: 10, exact_source_amount: "10", source_type: "TOKEN_STANDARD", ...members };
        const { result } = (await ada.exchange(members)).body;
        expect(result).toMatchObject({ ...failed("RATE_UNAVAILABLE"), ...echo });
        const poor = await ada.exchange({ ...members, source_amount: 1_000 });
        expect(poor.body.result).toMatchObject(failed("INSUFFICIENT_FUNDS"));
        const question = {
          identity_id: ada.id,
          source_type: "TOKEN_STANDARD",
          source_amount: 1,
          target_type: "TOKEN_MICRO",
        };
        const quote = await api().call("POST", "/api/exchange/quote", { ...question, ...members });
        expect(quote.body.result).toEqual({ error_code: "EXCHANGE_ERROR_RATE_UNAVAILABLE" });
      });
    });

    test("rule 3, there is a rate", async () => {
      const ada = await rich();
      const yen = { ...usd, target_currency_code: "JPY" };
      expect((await ada.exchange(yen)).body.result).toMatchObject(failed("RATE_UNAVAILABLE"));
    });

    describe("rule 4, the converted amount is (source - fee) * rate - network fee, rounded down:", () => {
      test.each([
        ["standard to micro", {}, "995", "0.05", undefined],
        ["standard to a currency", usd, "19.65", "0.05", "0.25"],
        ["another amount", { ...usd, source_amount: "0.33333333" }, "0.41", "0.00166667", "0.25"],
        ["an amount whose fee is the least", { source_amount: "0.00002" }, "0.001", "0.00001", undefined],
      ])("%s", async (_, members, target, fee, network) => {
        const ada = await rich();
        const { result } = (await ada.exchange(members)).body;
        expect([result.exact_target_amount, result.exact_fee, result.exact_network_fee]).toEqual([
          target,
          fee,
          network,
        ]);
      });

      test("from a currency, at the reverse of the ask", async () => {
        const ada = await newHolder(api(), { USD: 10 });
        const asked = { source_type: "TOKEN_EXTERNAL", source_currency_code: "USD", target_type: "TOKEN_STANDARD" };
        const { result } = (await ada.exchange(asked)).body;
        expect(result).toMatchObject({ exact_rate: "0.4", exact_fee: "0.05", exact_target_amount: "3.98" });
      });
    });

    describe("rule 5, an exchange that cannot be carried out:", () => {
      test.each([
        ["the fee takes all of it", { source_amount: "0.00001" }],
        ["the network takes all of it", { ...usd, source_amount: "0.12" }],
        ["nothing is left after rounding", { ...usd, source_amount: "0.1281" }],
      ])("%s", async (_, members) => {
        const ada = await rich();
        expect((await ada.exchange(members)).body.result).toMatchObject(failed("EXECUTION_FAILED"));
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
      });
    });

    test("rule 6, success changes balances and is recorded with rate and source", async () => {
      const ada = await rich();
      const { result } = (await ada.exchange(usd)).body;
      expect(await ada.held()).toEqual({ TOKEN_STANDARD: "90", TOKEN_MICRO: "0", USD: "19.65" });
      const { exchanges } = (await api().call("GET", `/api/wallets/${ada.id}/exchanges`)).body.result;
      expect(exchanges).toEqual([
        {
          id: result.exchange_id,
          recorded_at: expect.stringMatching(/Z$/),
          result,
          rate_source: "configuration",
          rate_as_of: expect.stringMatching(/Z$/),
        },
      ]);
    });

    describe("the first broken rule determines the error:", () => {
      const yen = { ...usd, target_currency_code: "JPY" };
      test.each([
        ["a frozen wallet, and no money", { source_amount: 1_000 }, true, "INVALID_WALLET"],
        ["a frozen wallet, and no rate", yen, true, "INVALID_WALLET"],
        ["no money, and no rate", { ...yen, source_amount: 1_000 }, false, "INSUFFICIENT_FUNDS"],
        ["no rate, and less than the fee", { ...yen, source_amount: "0.00001" }, false, "RATE_UNAVAILABLE"],
      ])("%s", async (_, members, isFrozen, code) => {
        const ada = await rich();
        if (isFrozen) await ada.freeze();
        expect((await ada.exchange(members)).body.result).toMatchObject(failed(code));
      });
    });

    test("an exchange between currencies has one rate, and is rounded once", async () => {
      const ada = await newHolder(api(), { USD: 10 });
      const asked = { identity_id: ada.id, source_currency_code: "USD", amount: 10, target_currency_code: "EUR" };
      const { body } = await api().call("POST", "/api/exchange/currencies", asked);
      expect(body.result).toMatchObject({
        success: true,
        source_type: "TOKEN_EXTERNAL",
        source_currency_code: "USD",
        target_type: "TOKEN_EXTERNAL",
        target_currency_code: "EUR",
        exact_rate: "0.64",
        exact_fee: "0.05",
        exact_target_amount: "6.11",
        exact_network_fee: "0.25",
      });
      const more = { ...asked, amount: 1_000 };
      expect((await api().call("POST", "/api/exchange/currencies", more)).body.result).toMatchObject(
        failed("INSUFFICIENT_FUNDS"),
      );
    });

    describe("a quote", () => {
      const quote = (id: string, members: object = {}) =>
        api().call("POST", "/api/exchange/quote", {
          identity_id: id,
          source_type: "TOKEN_STANDARD",
          source_amount: 10,
          ...usd,
          ...members,
        });

      test("returns its terms, and holds them for one exchange with these terms", async () => {
        const ada = await rich();
        const before = Date.now();
        const { result } = (await quote(ada.id)).body;
        expect(result.quote).toMatchObject({
          source_type: "TOKEN_STANDARD",
          exact_source_amount: "10",
          ...usd,
          exact_target_amount: "19.65",
          exact_rate: "2",
          exact_fee: "0.05",
          exact_network_fee: "0.25",
        });
        expect(Date.parse(result.quote.expires_at)).toBeGreaterThanOrEqual(before + 30_000);
        expect(Date.parse(result.quote.expires_at)).toBeLessThanOrEqual(Date.now() + 30_000);
        expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
        const quote_id = result.quote.id;
        const first = (await ada.exchange({ ...usd, quote_id })).body.result;
        expect(first).toMatchObject({ success: true, exact_target_amount: "19.65" });
        const again = (await ada.exchange({ ...usd, quote_id })).body.result;
        expect(again).toMatchObject(failed("RATE_UNAVAILABLE"));
        const { exchanges } = (await api().call("GET", `/api/wallets/${ada.id}/exchanges`)).body.result;
        expect(exchanges).toMatchObject([{ id: first.exchange_id, quote_id }]);
      });

      test("is refused for other terms and for other identities", async () => {
        const ada = await rich();
        const eve = await rich();
        const quote_id = (await quote(ada.id)).body.result.quote.id;
        for (const answer of [
          await ada.exchange({ ...usd, quote_id, source_amount: 11 }),
          await ada.exchange({ quote_id }),
          await eve.exchange({ ...usd, quote_id }),
          await ada.exchange({ ...usd, quote_id: randomUUID() }),
        ]) {
          expect(answer.body.result).toMatchObject(failed("RATE_UNAVAILABLE"));
        }
        expect((await ada.exchange({ ...usd, quote_id })).body.result.success).toBe(true);
      });

      test("is used once by ten concurrent exchanges", async () => {
        const ada = await rich();
        const quote_id = (await quote(ada.id)).body.result.quote.id;
        const answers = await Promise.all(Array.from({ length: 10 }, () => ada.exchange({ ...usd, quote_id })));
        expect(answers.filter(({ body }) => body.result.success)).toHaveLength(1);
      });

      test("keeps its terms when the rate changes", async () => {
        const ada = await rich();
        const gbp = { target_type: "TOKEN_EXTERNAL", target_currency_code: "GBP" };
        const set = (bid: number) =>
          api().call("PUT", "/v1/admin/ledger/rates", { source_type: "TOKEN_STANDARD", ...gbp, bid, ask: 3 });
        await set(2);
        const quote_id = (await quote(ada.id, gbp)).body.result.quote.id;
        await set(1);
        expect((await ada.exchange({ ...gbp, quote_id })).body.result).toMatchObject({ rate: 2 });
        expect((await ada.exchange(gbp)).body.result).toMatchObject({ rate: 1 });
      });

      test.each([
        ["too little money", { source_amount: 1_000 }, "INSUFFICIENT_FUNDS"],
        ["no rate", { target_currency_code: "JPY" }, "RATE_UNAVAILABLE"],
        ["nothing left", { source_amount: "0.1" }, "EXECUTION_FAILED"],
      ])("is refused with %s", async (_, members, code) => {
        const ada = await rich();
        expect((await quote(ada.id, members)).body.result).toEqual({ error_code: `EXCHANGE_ERROR_${code}` });
      });

      test("is refused with PARAMETER_INVALID for an amount of zero", async () => {
        const ada = await rich();
        const { status, body } = await quote(ada.id, { source_amount: 0 });
        expect([status, body.error.details.parameter]).toEqual([400, "source_amount"]);
      });
    });

    describe("the exchanges of a wallet", () => {
      test("are the successful ones, the newest first, in pages", async () => {
        const ada = await rich();
        const ids: string[] = [];
        for (const source_amount of [1, 1_000, 2, 3]) {
          const { result } = (await ada.exchange({ source_amount })).body;
          if (result.success) ids.unshift(result.exchange_id);
        }
        const seen: string[] = [];
        let token = "";
        do {
          const path = `/api/wallets/${ada.id}/exchanges?page_size=2&page_token=${token}`;
          const { result } = (await api().call("GET", path)).body;
          seen.push(...result.exchanges.map(({ id }: { id: string }) => id));
          token = result.next_page_token;
        } while (token !== undefined);
        expect(seen).toEqual(ids);
      });
    });

    test("every session may read the current rates", async () => {
      const { identity } = await api().identity();
      const session = await api().session(identity.id);
      const { body } = await api().call("GET", "/api/exchange/rates", undefined, session);
      const pair = (source: string, target: string) =>
        body.result.rates.find(
          (rate: Record<string, string>) =>
            (rate["source_currency_code"] ?? rate["source_type"]) === source &&
            (rate["target_currency_code"] ?? rate["target_type"]) === target,
        );
      expect(pair("TOKEN_STANDARD", "USD")).toMatchObject({ rate: 2, exact_rate: "2" });
      expect(pair("USD", "TOKEN_STANDARD")).toMatchObject({ exact_rate: "0.4" });
      expect(pair("USD", "EUR")).toMatchObject({ exact_rate: "0.64" });
      expect(pair("TOKEN_MICRO", "TOKEN_STANDARD")).toMatchObject({ exact_rate: "0.01" });
      expect(pair("TOKEN_STANDARD", "JPY")).toBeUndefined();
    });

    test("an exchange and its reverse never gain", async () => {
      const ada = await rich();
      const there = (await ada.exchange({ source_amount: 50 })).body.result;
      const back = {
        source_type: "TOKEN_MICRO",
        source_amount: there.exact_target_amount,
        target_type: "TOKEN_STANDARD",
      };
      expect(Number((await ada.exchange(back)).body.result.exact_target_amount)).toBeLessThan(50);
    });
  },
  () => rates,
);
