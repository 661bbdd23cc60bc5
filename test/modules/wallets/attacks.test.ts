import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newClient } from "../../support/identity/client.ts";
import { startServer } from "../../support/server.ts";
import { done, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";

onEveryServer("attacks on transactions", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const newPair = async () => ({
    bob: await newHolder(api()),
    ada: await newHolder(api(), { TOKEN_STANDARD: 100 }),
  });

  describe("signatures", () => {
    test("of a transfer are refused for a token, and those of a token for a transfer", async () => {
      const bob = await newHolder(api());
      const { privateKey } = generateKeyPairSync("ed25519");
      const client = await newClient(api(), privateKey);
      await api().call("POST", "/api/wallets/create", { identity_id: client.id });
      const token = await client.mint();
      const [header, claims, signature] = token.split(".") as [string, string, string];
      const asOrder = {
        order: Buffer.from(`${header}.${claims}`).toString("base64"),
        key_id: client.keyId,
        signature: Buffer.from(signature, "base64url").toString("base64"),
      };
      expect((await bob.send(asOrder, client.id)).body.result.success).toBe(false);
      const order = Buffer.from(`platonic transfer v1\n`);
      const forged = `${header}.${claims}.${sign(null, order, privateKey).toString("base64url")}`;
      expect(await api().authenticate(forged)).toMatchObject({ error_code: "AUTH_ERROR_SIGNATURE_INVALID" });
    });

    test("by another identity's key are refused, whatever key id is named", async () => {
      const { ada, bob } = await newPair();
      const eve = await newHolder(api(), { TOKEN_STANDARD: 100 });
      const order = ada.order({ recipient: eve.id });
      const byEve = eve.signed(order);
      expect((await ada.send(byEve)).body.result).toEqual(refused("INVALID_SIGNATURE"));
      const own = ada.order({ recipient: bob.id });
      const named = { ...eve.signed(own), key_id: ada.keyId };
      expect((await ada.send(named)).body.result).toEqual(refused("INVALID_SIGNATURE"));
    });

    test("by a revoked key are refused, even if they were made before the revocation", async () => {
      const { ada, bob } = await newPair();
      const [before, after] = [
        ada.signed(ada.order({ recipient: bob.id })),
        ada.signed(ada.order({ recipient: bob.id })),
      ];
      expect((await ada.send(before)).body.result).toEqual(done);
      const revoked = await api().call("DELETE", `/api/identities/${ada.id}/keys/${ada.keyId}`);
      expect(revoked.status).toBe(200);
      expect((await ada.send(after)).body.result).toEqual(refused("INVALID_SIGNATURE"));
      expect((await ada.send(before)).body.result).toEqual(done);
    });

    test("of a pending transaction are refused when the key is revoked before it is processed", async () => {
      const { ada, bob } = await newPair();
      const signed_order = ada.signed(ada.order({ recipient: bob.id }));
      const created = await api().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
      await api().call("DELETE", `/api/identities/${ada.id}/keys/${ada.keyId}`);
      const { id } = created.body.result.transaction;
      expect((await ada.execute(id)).body.result).toEqual(refused("INVALID_SIGNATURE", id));
    });

    test("with S + L are refused", async () => {
      const { ada, bob } = await newPair();
      const order = ada.order({ recipient: bob.id });
      const bytes = Buffer.from(ada.signed(order).signature, "base64");
      const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
      let s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + groupOrder;
      for (let i = 32; i < 64; i++, s >>= 8n) bytes[i] = Number(s & 255n);
      const signed = { ...ada.signed(order), signature: bytes.toString("base64") };
      expect((await ada.send(signed)).body.result).toEqual(refused("INVALID_SIGNATURE"));
    });

    test.each([
      ["zero", Buffer.alloc(32)],
      ["one", Buffer.from("01".padEnd(64, "0"), "hex")],
      ["of order eight", Buffer.from("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "hex")],
    ])("by a key of small order are impossible: the key is refused at registration, %s", async (_, key) => {
      const public_key = key.toString("base64url");
      const { body } = await api().call("POST", "/api/identities/create", {
        username: `u${randomUUID().slice(0, 8)}`,
        public_key,
      });
      expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "public_key" } });
    });
  });

  describe("orders", () => {
    test("of another sender are invalid, and do not use up their ids", async () => {
      const { ada, bob } = await newPair();
      const eve = await newHolder(api(), { TOKEN_STANDARD: 100 });
      const stolen = ada.signed(ada.order({ recipient: bob.id }));
      expect((await eve.send(stolen)).body.result).toEqual(refused("INVALID_TRANSACTION", ""));
      const forged = eve.signed(eve.order({ recipient: eve.id, sender: ada.id }));
      expect((await eve.send(forged)).body.result).toEqual(refused("INVALID_TRANSACTION", ""));
      expect((await ada.send(forged)).body.result).toMatchObject({ success: false });
      expect((await ada.send(stolen)).body.result).toEqual(done);
    });

    test("that are too long are refused with PARAMETER_INVALID", async () => {
      const { ada, bob } = await newPair();
      const bytes = Buffer.concat([ada.order({ recipient: bob.id }), Buffer.from("fa06", "hex"), Buffer.alloc(5_000)]);
      const { body } = await ada.send(ada.signed(bytes));
      expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "signed_order.order" } });
    });

    test("with a repeated field have its last value, in the bytes that were signed", async () => {
      const { ada, bob } = await newPair();
      const eve = await newHolder(api());
      const id = randomUUID();
      const bytes = Buffer.concat([ada.order({ recipient: eve.id, id }), ada.order({ recipient: bob.id, id })]);
      expect((await ada.send(ada.signed(bytes))).body.result).toEqual(done);
      expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      expect(await eve.held()).toMatchObject({ TOKEN_STANDARD: "0" });
    });
  });

  test("another sender's transaction, pending or done, is not found by execute", async () => {
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
    const eve = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
    const { transaction } = (await ada.create({ recipient: eve.id })).body.result;
    const none = (await eve.execute(randomUUID())).body.error.message;
    const waiting = await eve.execute(transaction.id);
    expect([waiting.status, waiting.body.error.message]).toEqual([404, none]);
    expect((await ada.execute(transaction.id)).body.result).toEqual(done);
    const after = await eve.execute(transaction.id);
    expect([after.status, after.body.error.message]).toEqual([404, none]);
  });

  describe("sessions", () => {
    test("may act for their own identity only", async () => {
      const [ada, eve] = [await newVaultHolder(api(), { TOKEN_STANDARD: 100 }), await newVaultHolder(api())];
      const session = await api().session(eve.id);
      const created = (await ada.create({ recipient: eve.id })).body.result.transaction;
      const calls: [string, string, unknown?][] = [
        [
          "POST",
          "/api/transactions/create",
          { sender: ada.id, recipient: eve.id, token_type: "TOKEN_STANDARD", amount: 1 },
        ],
        ["POST", "/api/transactions/execute", { sender: ada.id, transaction_id: created.id }],
        ["POST", "/api/transactions/resolve", { sender: ada.id, transaction_id: created.id, seal: true }],
        [
          "POST",
          "/api/transactions/transfer",
          { sender: ada.id, signed_order: { order: "AA==", key_id: "k", signature: "AA==" } },
        ],
        ["POST", "/api/transactions/batch", { sender: ada.id, orders: "AA==", key_id: "k", signature: "AA==" }],
        ["GET", `/api/wallets/${ada.id}/transactions/${created.id}`],
        ["GET", `/api/wallets/${ada.id}/transactions/${created.id}/receipt`],
        ["GET", `/api/wallets/${ada.id}/entries`],
        ["GET", `/api/wallets/${ada.id}/exchanges`],
        ["GET", `/api/wallets/${ada.id}/balance?token_type=TOKEN_MICRO`],
        ["PUT", `/api/wallets/${ada.id}/configuration`, { configuration: {} }],
        ["POST", "/api/wallets/create", { identity_id: ada.id }],
        [
          "POST",
          "/api/exchange/quote",
          { identity_id: ada.id, source_type: "TOKEN_STANDARD", source_amount: 1, target_type: "TOKEN_MICRO" },
        ],
        [
          "POST",
          "/api/exchange/execute",
          { identity_id: ada.id, source_type: "TOKEN_STANDARD", source_amount: 1, target_type: "TOKEN_MICRO" },
        ],
        [
          "POST",
          "/api/exchange/currencies",
          { identity_id: ada.id, source_currency_code: "USD", amount: 1, target_currency_code: "EUR" },
        ],
      ];
      for (const [method, path, body] of calls) {
        expect([path, (await api().call(method, path, body, session)).status]).toEqual([path, 403]);
        expect([path, (await api().call(method, path, body, "")).status]).toEqual([path, 401]);
      }
      expect((await ada.execute(created.id)).body.result).toEqual(done);
    });

    test("may create and execute transactions of their own wallet", async () => {
      const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
      const bob = await newHolder(api());
      const session = await api().session(ada.id);
      const asked = { sender: ada.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: 1 };
      const { transaction } = (await api().call("POST", "/api/transactions/create", asked, session)).body.result;
      const execution = { sender: ada.id, transaction_id: transaction.id };
      const executed = await api().call("POST", "/api/transactions/execute", execution, session);
      expect(executed.body.result).toEqual(done);
    });

    test("may not name another wallet in the body than in the path", async () => {
      const [ada, eve] = [await newVaultHolder(api()), await newVaultHolder(api())];
      const session = await api().session(eve.id);
      const body = { identity_id: ada.id, configuration: { retry_count: 9 } };
      const answer = await api().call("PUT", `/api/wallets/${eve.id}/configuration`, body, session);
      expect(answer.body.result.wallet).toMatchObject({ identity_id: eve.id, configuration: { retry_count: 9 } });
      expect((await ada.wallet()).configuration.retry_count).toBe(3);
    });
  });

  describe("too many attempts", () => {
    test("with wrong signatures are refused with a time to wait, for this sender only", async () => {
      const { ada, bob } = await newPair();
      const wrong = () => ada.send({ ...ada.signed(ada.order({ recipient: bob.id })), signature: "AAAA" });
      for (let i = 0; i < 10; i++) expect((await wrong()).body.result).toEqual(refused("INVALID_SIGNATURE"));
      const { status, headers, body } = await wrong();
      expect([status, body.error.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ada.send(ada.signed(ada.order({ recipient: bob.id })))).status).toBe(429);
      const eve = await newHolder(api(), { TOKEN_STANDARD: 100 });
      expect(await eve.pay({ recipient: bob.id })).toEqual(done);
      // Failures of one caller do not lock out other callers.
      const { secret } = await server().createKey("enterprise", ["transactions:*"]);
      const signed = ada.signed(ada.order({ recipient: bob.id }));
      expect((await ada.send(signed, ada.id, secret)).body.result).toEqual(done);
    });

    test("of any kind are refused with a time to wait, for this identity only", async () => {
      const other = await startServer({ ...environment(), TRANSACTIONS_PER_MINUTE: "3" });
      try {
        const otherApi = new ApiClient(other);
        const bob = await newHolder(otherApi);
        const ada = await newHolder(otherApi, { TOKEN_STANDARD: 100 });
        for (let i = 0; i < 3; i++) expect(await ada.pay({ recipient: bob.id, amount: "1" })).toEqual(done);
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const { status, headers } = await ada.send(signed);
        expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
        expect((await ada.exchange({})).status).toBe(429);
        expect((await ada.wallet()).standard.amount).toBe(96.997);
        const eve = await newHolder(otherApi, { TOKEN_STANDARD: 100 });
        expect(await eve.pay({ recipient: bob.id, amount: "1" })).toEqual(done);
      } finally {
        await other.close();
      }
    });
  });

  test("a hundred concurrent transfers spend no more than the balance", async () => {
    const { ada, bob } = await newPair();
    const results = await Promise.all(Array.from({ length: 100 }, () => ada.pay({ recipient: bob.id, amount: "3" })));
    expect(results.filter(({ success }) => success)).toHaveLength(33);
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "0.901" });
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "99" });
  });

  test("wallet ids with paths, SQL or names of other objects are not found", async () => {
    for (const id of ["..", "%2e%2e", "@fees", "' OR 1=1 --", "__proto__", "constructor", "%00"]) {
      const { status } = await api().call("GET", `/api/wallets/${encodeURIComponent(id)}`);
      expect([id, status]).toEqual([id, 404]);
    }
  });

  test("descriptions are stored unchanged, and not logged", async () => {
    const { ada, bob } = await newPair();
    const description = `'; DROP TABLE wallets; -- {"level":60} 🧾`;
    const { transaction_id } = await ada.pay({ recipient: bob.id, description });
    const path = `/api/wallets/${bob.id}/transactions/${transaction_id}`;
    expect((await api().call("GET", path)).body.result.transaction.description).toBe(description);
    expect(server().log.join("")).not.toContain("DROP TABLE");
  });
});
