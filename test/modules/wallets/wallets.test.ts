import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { deposit, newHolder, rates } from "../../support/wallet-holder.ts";

onEveryServer(
  "the specification of wallets",
  ({ server }) => {
    const api = () => new ApiClient(server());
    const balanceOf = (id: string, query: string) => api().call("GET", `/api/wallets/${id}/balance?${query}`);

    describe("Wallet balance, fields:", () => {
      const rows: [string, string, object][] = [
        ["token_type (enumeration): the standard token", "token_type=TOKEN_STANDARD", { token_type: "TOKEN_STANDARD" }],
        ["token_type (enumeration): the micro token", "token_type=TOKEN_MICRO", { token_type: "TOKEN_MICRO" }],
        [
          "token_type (enumeration): an external currency",
          "token_type=TOKEN_EXTERNAL&currency_code=USD",
          { token_type: "TOKEN_EXTERNAL" },
        ],
        [
          "amount (number), and the same to the last digit",
          "token_type=TOKEN_STANDARD",
          { amount: 12.5, exact_amount: "12.5" },
        ],
        [
          "currency_code (string), of an external currency",
          "token_type=TOKEN_EXTERNAL&currency_code=USD",
          { currency_code: "USD", amount: 7.25, exact_amount: "7.25" },
        ],
        [
          "exchange_rate (object), where there is one",
          "token_type=TOKEN_MICRO",
          {
            exchange_rate: {
              source_type: "TOKEN_MICRO",
              target_type: "TOKEN_STANDARD",
              rate: 0.01,
              exact_rate: "0.01",
              source: "configuration",
              as_of: expect.stringMatching(/^2\d{3}-/),
            },
          },
        ],
      ];
      test.each(rows)("%s", async (_, query, part) => {
        const ada = await newHolder(api(), { TOKEN_STANDARD: 12.5, USD: "7.25" });
        const { status, body } = await balanceOf(ada.id, query);
        expect([status, body.result.balance]).toMatchObject([200, part]);
      });

      test("exchange_rate: absent for a currency without a rate, and for the standard token", async () => {
        const ada = await newHolder(api(), { JPY: 5 });
        for (const query of ["token_type=TOKEN_EXTERNAL&currency_code=JPY", "token_type=TOKEN_STANDARD"]) {
          expect((await balanceOf(ada.id, query)).body.result.balance).not.toHaveProperty("exchange_rate");
        }
      });
    });

    test("a new wallet holds nothing of either internal token, and no currency", async () => {
      const { identity } = await api().identity();
      const { status, body } = await api().call("POST", "/api/wallets/create", { identity_id: identity.id });
      expect([status, body.result.wallet]).toMatchObject([
        200,
        {
          identity_id: identity.id,
          standard: { token_type: "TOKEN_STANDARD", amount: 0, exact_amount: "0" },
          micro: { token_type: "TOKEN_MICRO", amount: 0, exact_amount: "0" },
          external: {},
          is_frozen: false,
          version: 1,
        },
      ]);
      expect(body.result.wallet.external).toEqual({});
      expect((await api().call("GET", `/api/wallets/${identity.id}`)).body).toEqual(body);
    });

    test("a currency that a wallet holds is listed under its code", async () => {
      const ada = await newHolder(api(), { USD: "0.07", JPY: 12 });
      expect(await ada.held()).toEqual({ TOKEN_STANDARD: "0", TOKEN_MICRO: "0", USD: "0.07", JPY: "12" });
    });

    describe("Wallet configuration:", () => {
      const configured = async (configuration?: object) => {
        const { identity } = await api().identity();
        const { body } = await api().call("POST", "/api/wallets/create", { identity_id: identity.id, configuration });
        return body.result?.wallet.configuration ?? body.error;
      };
      test.each([
        ["use_channel is true by default", "use_channel", true, false],
        ["auto_exchange is false by default", "auto_exchange", false, true],
        [
          "channel_endpoint is the service's own by default",
          "channel_endpoint",
          "ws:/channel/wallet",
          "wss://example.org/c",
        ],
        ["confirm_timeout, in milliseconds", "confirm_timeout", 30_000, 5_000],
        ["retry_count", "retry_count", 3, 0],
        ["http_endpoint is the service's own by default", "http_endpoint", "http:", "https://example.org"],
      ])("%s", async (_, name, initial, other) => {
        const { host } = new URL(server().url);
        const preset = typeof initial === "string" ? initial.replace(":", `://${host}`) : initial;
        expect((await configured())[name]).toBe(preset);
        expect((await configured({}))[name]).toBe(preset);
        expect((await configured({ [name]: other }))[name]).toBe(other);
        const ada = await newHolder(api());
        expect((await ada.configure({ [name]: other })).body.result.wallet).toMatchObject({
          configuration: { [name]: other },
          version: 2,
        });
        expect((await ada.wallet()).configuration[name]).toBe(other);
      });

      test.each([
        ["use_channel", "yes", "configuration.use_channel"],
        ["confirm_timeout", 99, "configuration.confirm_timeout"],
        ["confirm_timeout", 300_001, "configuration.confirm_timeout"],
        ["retry_count", -1, "configuration.retry_count"],
        ["retry_count", 101, "configuration.retry_count"],
        ["channel_endpoint", "https://example.org", "configuration.channel_endpoint"],
        ["channel_endpoint", "wss://ada:secret@example.org", "configuration.channel_endpoint"],
        ["channel_endpoint", "example.org", "configuration.channel_endpoint"],
        ["http_endpoint", "ftp://example.org", "configuration.http_endpoint"],
        ["http_endpoint", `https://example.org/${"x".repeat(512)}`, "configuration.http_endpoint"],
      ])("%s cannot be %j", async (name, value, parameter) => {
        expect(await configured({ [name]: value })).toMatchObject({
          code: "PARAMETER_INVALID",
          details: { parameter },
        });
      });

      test("the service's own endpoints that a client sends back stay the default", async () => {
        const own = await configured();
        const { identity } = await api().identity();
        const request = { identity_id: identity.id, configuration: own };
        const { body } = await api().call("POST", "/api/wallets/create", request);
        expect(body.result.wallet.configuration).toEqual(own);
      });

      test("a change applies to the version that it names, or to any if it names none", async () => {
        const ada = await newHolder(api());
        const path = `/api/wallets/${ada.id}/configuration`;
        const change = (body: object, headers = {}) => api().call("PUT", path, body, undefined, headers);
        const configuration = { retry_count: 7 };
        expect((await change({ configuration, version: 1 })).status).toBe(200);
        expect((await change({ configuration, version: 1 })).body.error).toMatchObject({
          code: "VERSION_MISMATCH",
          details: { parameter: "version", provided: 1 },
        });
        expect((await change({ configuration }, { "If-Match": '"2"' })).body.result.wallet.version).toBe(3);
        expect((await change({ configuration }, { "If-Match": 'W/"3"' })).status).toBe(412);
        expect((await change({ configuration }, { "If-Match": '"9", "3"' })).status).toBe(200);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            n % 4 === 0 ? ada.freeze(n % 8 === 0) : change({ configuration }, n % 2 ? { "If-Match": "*" } : {}),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect((await ada.wallet()).version).toBe(24);
      });
    });

    test("an identity has one wallet, and only identities have wallets", async () => {
      const ada = await newHolder(api());
      const create = (identity_id: string) => api().call("POST", "/api/wallets/create", { identity_id });
      expect((await create(ada.id)).body.error).toMatchObject({ code: "RESOURCE_CONFLICT" });
      expect((await create(randomUUID())).body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
      expect((await create("@fees")).body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    });

    test("ten concurrent calls to create a wallet create one", async () => {
      const { identity } = await api().identity();
      const body = { identity_id: identity.id };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => api().call("POST", "/api/wallets/create", body)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    });

    test.each([
      ["token_type=TOKEN_EXTERNAL", "PARAMETER_REQUIRED", "currency_code"],
      ["token_type=TOKEN_EXTERNAL&currency_code=XAU", "PARAMETER_INVALID", "currency_code"],
      ["token_type=TOKEN_EXTERNAL&currency_code=usd", "PARAMETER_INVALID", "currency_code"],
      ["token_type=TOKEN_EXTERNAL&currency_code=TOKEN_MICRO", "PARAMETER_INVALID", "currency_code"],
      ["token_type=TOKEN_STANDARD&currency_code=USD", "PARAMETER_INVALID", "currency_code"],
      ["token_type=1", "PARAMETER_INVALID", "token_type"],
      ["", "PARAMETER_REQUIRED", "token_type"],
    ])("there is no balance of %j: %s", async (query, code, parameter) => {
      const ada = await newHolder(api());
      expect((await balanceOf(ada.id, query)).body.error).toMatchObject({ code, details: { parameter } });
    });

    test("an identity without a wallet gets RESOURCE_NOT_FOUND from every operation", async () => {
      const { identity } = await api().identity();
      const path = `/api/wallets/${identity.id}`;
      const answers = [
        await api().call("GET", path),
        await api().call("GET", `${path}/balance?token_type=TOKEN_MICRO`),
        await api().call("GET", `${path}/entries`),
        await api().call("GET", `${path}/exchanges`),
        await api().call("PUT", `${path}/configuration`, { configuration: {} }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
      }
    });

    test("a session reads its own wallet, and cannot tell whether others have one", async () => {
      const [ada, { identity: bob }] = [await api().identity(), await api().identity()];
      const eve = await newHolder(api());
      await api().call("POST", "/api/wallets/create", { identity_id: ada.identity.id });
      const session = await api().session(ada.identity.id);
      const path = (id: string) => `/api/wallets/${id}`;
      expect((await api().call("GET", path(ada.identity.id), undefined, session)).status).toBe(200);
      const [withWallet, without] = [eve.id, bob.id].map((id) => api().call("GET", path(id), undefined, session));
      expect((await withWallet)?.status).toBe(403);
      expect((await withWallet)?.body.error.message).toBe((await without)?.body.error.message);
    });

    describe("the history of a wallet", () => {
      test("has its entries, the newest first, by kind, by time, and in pages", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
        await ada.pay({ recipient: bob.id, description: "tea" });
        await ada.exchange({ source_amount: 1 });
        const kinds = ["ENTRY_EXCHANGE", "ENTRY_TRANSACTION", "ENTRY_DEPOSIT"];
        const entries = await ada.entries();
        expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
        expect(entries[1]).toMatchObject({
          transaction: { sender: ada.id, recipient: bob.id, description: "tea", amount: 10 },
          movements: [{ token_type: "TOKEN_STANDARD", amount: -10.01, exact_amount: "-10.01" }],
        });
        expect(entries[0].movements.map(({ exact_amount }: { exact_amount: string }) => exact_amount)).toEqual([
          "-1",
          "99.5",
        ]);
        expect(entries[2]).toMatchObject({ issuance: { amount: 100, exact_amount: "100" } });
        for (const [index, kind] of kinds.entries())
          expect(await ada.entries(`?kind=${kind}`)).toEqual([entries[index]]);
        const [first] = entries.map(({ recorded_at }: { recorded_at: string }) => recorded_at);
        expect(await ada.entries(`?from=${new Date(Date.parse(first) + 1).toISOString()}`)).toEqual([]);
        expect(await ada.entries(`?until=${new Date(Date.parse(first) + 1).toISOString()}`)).toEqual(entries);
        const seen: unknown[] = [];
        let token = "";
        do {
          const { body } = await api().call("GET", `/api/wallets/${ada.id}/entries?page_size=1&page_token=${token}`);
          seen.push(...body.result.entries);
          token = body.result.next_page_token;
        } while (token !== undefined);
        expect(seen).toEqual(entries);
      });

      test.each([
        ["from=yesterday", "from"],
        ["from=2026-02-30T00:00:00Z", "from"],
        ["until=2026-11-21", "until"],
        ["until=2026-11-21T00:00:00%2B24:00", "until"],
        ["page_token=0", "page_token"],
        ["page_token=99999999999999999", "page_token"],
        ["page_token=abc", "page_token"],
        ["page_size=0", "page_size"],
        ["kind=ENTRY_SEAL", "kind"],
      ])("is refused for %s", async (query, parameter) => {
        const ada = await newHolder(api());
        const { body } = await api().call("GET", `/api/wallets/${ada.id}/entries?${query}`);
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter } });
      });

      test("a recipient does not see what its sender exchanged for a transaction", async () => {
        const bob = await newHolder(api());
        const ada = await newHolder(api(), { TOKEN_MICRO: 5_000 });
        await ada.configure({ auto_exchange: true });
        expect((await ada.pay({ recipient: bob.id })).success).toBe(true);
        expect((await ada.entries())[0]).toHaveProperty("exchange");
        expect((await bob.entries())[0]).not.toHaveProperty("exchange");
        expect((await bob.entries())[0].movements).toMatchObject([{ amount: 10 }]);
      });
    });

    test("a deposit is in the balance at once", async () => {
      const ada = await newHolder(api());
      await deposit(api(), ada.id, "TOKEN_STANDARD", 0.1);
      await deposit(api(), ada.id, "TOKEN_STANDARD", "0.2");
      expect((await ada.wallet()).standard).toMatchObject({ amount: 0.3, exact_amount: "0.3" });
    });
  },
  () => rates,
);
