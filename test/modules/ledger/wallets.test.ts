import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { World } from "../../support/identity/world.ts";
import { deposit, newHolder, rates } from "../../support/wallet-holder.ts";

onEveryServer(
  "the specification of wallets",
  ({ server }) => {
    const world = () => new World(server());
    const balanceOf = (id: string, query: string) => world().call("GET", `/api/wallets/${id}/balance?${query}`);

    describe("Wallet balance, fields:", () => {
      const rows: [string, string, object][] = [
        ["token_type (enumeration): the standard token", "token_type=TOKEN_STANDARD", { token_type: "TOKEN_STANDARD" }],
        ["token_type (enumeration): the micro token", "token_type=TOKEN_MICRO", { token_type: "TOKEN_MICRO" }],
        [
          "token_type (enumeration): what is external",
          "token_type=TOKEN_EXTERNAL&currency_code=USD",
          { token_type: "TOKEN_EXTERNAL" },
        ],
        [
          "amount (number), and the same to the last digit",
          "token_type=TOKEN_STANDARD",
          { amount: 12.5, exact_amount: "12.5" },
        ],
        [
          "currency_code (string), of what is external",
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
        const ada = await newHolder(world(), { TOKEN_STANDARD: 12.5, USD: "7.25" });
        const { status, body } = await balanceOf(ada.id, query);
        expect([status, body.result.balance]).toMatchObject([200, part]);
      });

      test("exchange_rate: none of a currency without a rate, nor of the standard token in itself", async () => {
        const ada = await newHolder(world(), { JPY: 5 });
        for (const query of ["token_type=TOKEN_EXTERNAL&currency_code=JPY", "token_type=TOKEN_STANDARD"]) {
          expect((await balanceOf(ada.id, query)).body.result.balance).not.toHaveProperty("exchange_rate");
        }
      });
    });

    test("a new wallet holds nothing of either internal token, and no currency", async () => {
      const { identity } = await world().identity();
      const { status, body } = await world().call("POST", "/api/wallets/create", { identity_id: identity.id });
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
      expect((await world().call("GET", `/api/wallets/${identity.id}`)).body).toEqual(body);
    });

    test("a currency that a wallet holds stands under its code", async () => {
      const ada = await newHolder(world(), { USD: "0.07", JPY: 12 });
      expect(await ada.held()).toEqual({ TOKEN_STANDARD: "0", TOKEN_MICRO: "0", USD: "0.07", JPY: "12" });
    });

    describe("Wallet configuration:", () => {
      const configured = async (configuration?: object) => {
        const { identity } = await world().identity();
        const { body } = await world().call("POST", "/api/wallets/create", { identity_id: identity.id, configuration });
        return body.result?.wallet.configuration ?? body.error;
      };
      test.each([
        ["use_channel is true unless it is said otherwise", "use_channel", true, false],
        ["auto_exchange is false unless it is said otherwise", "auto_exchange", false, true],
        [
          "channel endpoint is the service's own unless another is named",
          "channel_endpoint",
          "",
          "wss://example.org/c",
        ],
        ["confirm_timeout, in milliseconds", "confirm_timeout", 30_000, 5_000],
        ["retry_count", "retry_count", 3, 0],
        ["http_endpoint is the service's own unless another is named", "http_endpoint", "", "https://example.org"],
      ])("%s", async (_, name, preset, other) => {
        expect((await configured())[name]).toBe(preset);
        expect((await configured({}))[name]).toBe(preset);
        expect((await configured({ [name]: other }))[name]).toBe(other);
        const ada = await newHolder(world());
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

      test("a change is made from the version that it names, or from any", async () => {
        const ada = await newHolder(world());
        const path = `/api/wallets/${ada.id}/configuration`;
        const change = (body: object, headers = {}) => world().call("PUT", path, body, undefined, headers);
        const configuration = { retry_count: 7 };
        expect((await change({ configuration, version: 1 })).status).toBe(200);
        expect((await change({ configuration, version: 1 })).body.error).toMatchObject({ code: "VERSION_MISMATCH" });
        expect((await change({ configuration }, { "If-Match": '"2"' })).body.result.wallet.version).toBe(3);
        const answers = await Promise.all(Array.from({ length: 5 }, () => change({ configuration })));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        expect((await ada.wallet()).version).toBe(8);
      });
    });

    test("an identity has one wallet, and only an identity has one", async () => {
      const ada = await newHolder(world());
      const create = (identity_id: string) => world().call("POST", "/api/wallets/create", { identity_id });
      expect((await create(ada.id)).body.error).toMatchObject({ code: "RESOURCE_CONFLICT" });
      expect((await create(randomUUID())).body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
      expect((await create("@fees")).body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    });

    test("ten that open a wallet at once open one", async () => {
      const { identity } = await world().identity();
      const body = { identity_id: identity.id };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => world().call("POST", "/api/wallets/create", body)),
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
      const ada = await newHolder(world());
      expect((await balanceOf(ada.id, query)).body.error).toMatchObject({ code, details: { parameter } });
    });

    test("what is not there is not found: balance, wallet, history, exchanges, configuration", async () => {
      const { identity } = await world().identity();
      const path = `/api/wallets/${identity.id}`;
      const answers = [
        await world().call("GET", path),
        await world().call("GET", `${path}/balance?token_type=TOKEN_MICRO`),
        await world().call("GET", `${path}/entries`),
        await world().call("GET", `${path}/exchanges`),
        await world().call("PUT", `${path}/configuration`, { configuration: {} }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
      }
    });

    test("a session sees its own wallet, and whether others have one it cannot tell", async () => {
      const [ada, { identity: bob }] = [await world().identity(), await world().identity()];
      const eve = await newHolder(world());
      await world().call("POST", "/api/wallets/create", { identity_id: ada.identity.id });
      const session = await world().session(ada.identity.id);
      const path = (id: string) => `/api/wallets/${id}`;
      expect((await world().call("GET", path(ada.identity.id), undefined, session)).status).toBe(200);
      const [withWallet, without] = [eve.id, bob.id].map((id) => world().call("GET", path(id), undefined, session));
      expect((await withWallet)?.status).toBe(403);
      expect((await withWallet)?.body.error.message).toBe((await without)?.body.error.message);
    });

    describe("the history of a wallet", () => {
      test("has what moved it, the newest first, by kind, by time, page by page", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_STANDARD: 100 });
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
          const { body } = await world().call("GET", `/api/wallets/${ada.id}/entries?page_size=1&page_token=${token}`);
          seen.push(...body.result.entries);
          token = body.result.next_page_token;
        } while (token !== undefined);
        expect(seen).toEqual(entries);
      });

      test.each([
        ["from=yesterday", "from"],
        ["from=2026-02-30T00:00:00Z", "from"],
        ["until=2026-11-21", "until"],
        ["until=2026-11-21T00:00:00%2B01:00", "until"],
        ["page_token=0", "page_token"],
        ["page_token=99999999999999999", "page_token"],
        ["page_token=abc", "page_token"],
        ["page_size=0", "page_size"],
        ["kind=ENTRY_SEAL", "kind"],
      ])("is not told for %s", async (query, parameter) => {
        const ada = await newHolder(world());
        const { body } = await world().call("GET", `/api/wallets/${ada.id}/entries?${query}`);
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter } });
      });

      test("a recipient does not see what its sender exchanged for a transaction", async () => {
        const bob = await newHolder(world());
        const ada = await newHolder(world(), { TOKEN_MICRO: 5_000 });
        await ada.configure({ auto_exchange: true });
        expect((await ada.pay({ recipient: bob.id })).success).toBe(true);
        expect((await ada.entries())[0]).toHaveProperty("exchange");
        expect((await bob.entries())[0]).not.toHaveProperty("exchange");
        expect((await bob.entries())[0].movements).toMatchObject([{ amount: 10 }]);
      });
    });

    test("money that comes in is there at once", async () => {
      const ada = await newHolder(world());
      await deposit(world(), ada.id, "TOKEN_STANDARD", 0.1);
      await deposit(world(), ada.id, "TOKEN_STANDARD", "0.2");
      expect((await ada.wallet()).standard).toMatchObject({ amount: 0.3, exact_amount: "0.3" });
    });
  },
  () => rates,
);
