import { afterAll, beforeAll, expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../../support/server.ts";
import { newHolder } from "../../../support/wallet-holder.ts";

const pair = { source_type: "TOKEN_STANDARD", target_type: "TOKEN_MICRO" };

onEveryServer("a rate that one process sets", ({ server, environment }) => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startServer(environment());
  });
  afterAll(() => other?.close());
  const [here, there] = [() => new ApiClient(server()), () => new ApiClient(other)];
  const set = (rate: number) => here().call("PUT", "/v1/admin/ledger/rates", { ...pair, bid: rate, ask: rate });

  test("is the rate of every exchange, quote and list in another from its answer on", async () => {
    const ada = await newHolder(there(), { TOKEN_STANDARD: 100 });
    for (let rate = 1; rate <= 10; rate++) {
      expect((await set(rate)).status).toBe(200);
      expect((await ada.exchange({ source_amount: 1 })).body.result).toMatchObject({ success: true, rate });
      await set(rate + 100);
      const asked = { identity_id: ada.id, ...pair, source_amount: 1 };
      const { quote } = (await there().call("POST", "/api/exchange/quote", asked)).body.result;
      expect(quote.exact_rate).toBe(String(rate + 100));
      await set(rate + 200);
      const { rates } = (await there().call("GET", "/api/exchange/rates")).body.result;
      expect(rates[0]).toMatchObject({ ...pair, rate: rate + 200 });
    }
  });

  test("is the rate of automatic exchanges in another from its answer on", async () => {
    const bob = await newHolder(there());
    const ada = await newHolder(there(), { TOKEN_STANDARD: 100 });
    await ada.configure({ auto_exchange: true });
    for (let rate = 1; rate <= 5; rate++) {
      await set(rate);
      expect(await ada.pay({ recipient: bob.id, tokenType: 2, amount: "0.1" })).toMatchObject({ success: true });
      const { exchanges } = (await there().call("GET", `/api/wallets/${ada.id}/exchanges?page_size=1`)).body.result;
      expect(exchanges[0].result).toMatchObject({ rate });
    }
  });

  test("is not overtaken by an exchange of another that began before: none after the answer has the old rate", async () => {
    const ada = await newHolder(there(), { TOKEN_STANDARD: 1_000 });
    for (let rate = 1; rate <= 10; rate++) {
      await set(rate);
      let answered = 0;
      const exchanges = Array.from({ length: 20 }, async () => {
        const { result } = (await ada.exchange({ source_amount: 1 })).body;
        return { rate: result.rate, id: result.exchange_id };
      });
      const setting = set(rate + 100).then(() => answered++);
      const before = await Promise.all([...exchanges, setting.then(() => undefined)]);
      const { result } = (await ada.exchange({ source_amount: 1 })).body;
      const { exchanges: listed } = (await there().call("GET", `/api/wallets/${ada.id}/exchanges?page_size=21`)).body
        .result;
      expect(answered).toBe(1);
      expect(result.rate).toBe(rate + 100);
      expect(before.flatMap((one) => one?.rate ?? []).every((one) => one === rate || one === rate + 100)).toBe(true);
      // In the order of the ledger, the newest first: the rate changes once.
      const rates = listed.map((one: { result: { rate: number } }) => one.result.rate);
      expect(rates).toEqual(rates.toSorted((a: number, b: number) => b - a));
    }
  });
});
