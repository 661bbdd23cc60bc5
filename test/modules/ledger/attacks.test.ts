import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { newClient } from "../../support/identity/client.ts";
import { World } from "../../support/identity/world.ts";
import { startServer } from "../../support/server.ts";
import { done, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";

onEveryServer("attacks on transactions", ({ server, environment }) => {
  const world = () => new World(server());
  const two = async () => ({
    bob: await newHolder(world()),
    ada: await newHolder(world(), { TOKEN_STANDARD: 100 }),
  });

  describe("signatures", () => {
    test("of a transfer are no token, and those of a token no transfer", async () => {
      const bob = await newHolder(world());
      const { privateKey } = generateKeyPairSync("ed25519");
      const client = await newClient(world(), privateKey);
      await world().call("POST", "/api/wallets/create", { identity_id: client.id });
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
      expect(await world().authenticate(forged)).toMatchObject({ error_code: "AUTH_ERROR_SIGNATURE_INVALID" });
    });

    test("by another identity's key are none, whoever names it", async () => {
      const { ada, bob } = await two();
      const eve = await newHolder(world(), { TOKEN_STANDARD: 100 });
      const order = ada.order({ recipient: eve.id });
      const byEve = eve.signed(order);
      expect((await ada.send(byEve)).body.result).toEqual(refused("INVALID_SIGNATURE"));
      const own = ada.order({ recipient: bob.id });
      const named = { ...eve.signed(own), key_id: ada.keyId };
      expect((await ada.send(named)).body.result).toEqual(refused("INVALID_SIGNATURE"));
    });

    test("by a revoked key are none, though they were made before", async () => {
      const { ada, bob } = await two();
      const [before, after] = [
        ada.signed(ada.order({ recipient: bob.id })),
        ada.signed(ada.order({ recipient: bob.id })),
      ];
      expect((await ada.send(before)).body.result).toEqual(done);
      const revoked = await world().call("DELETE", `/api/identities/${ada.id}/keys/${ada.keyId}`);
      expect(revoked.status).toBe(200);
      expect((await ada.send(after)).body.result).toEqual(refused("INVALID_SIGNATURE"));
      expect((await ada.send(before)).body.result).toEqual(done);
    });

    test("of a waiting transaction are checked when it is processed: a key that was revoked since signs nothing", async () => {
      const { ada, bob } = await two();
      const signed_order = ada.signed(ada.order({ recipient: bob.id }));
      const created = await world().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
      await world().call("DELETE", `/api/identities/${ada.id}/keys/${ada.keyId}`);
      const { id } = created.body.result.transaction;
      expect((await ada.execute(id)).body.result).toEqual(refused("INVALID_SIGNATURE", id));
    });

    test("with S beyond the group's order are none", async () => {
      const { ada, bob } = await two();
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
    ])(
      "by keys of small order, which everybody can make, are for nobody: no such key is registered, %s",
      async (_, key) => {
        const public_key = key.toString("base64url");
        const { body } = await world().call("POST", "/api/identities/create", {
          username: `u${randomUUID().slice(0, 8)}`,
          public_key,
        });
        expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "public_key" } });
      },
    );
  });

  describe("orders", () => {
    test("of another sender are invalid, and their ids stay free", async () => {
      const { ada, bob } = await two();
      const eve = await newHolder(world(), { TOKEN_STANDARD: 100 });
      const stolen = ada.signed(ada.order({ recipient: bob.id }));
      expect((await eve.send(stolen)).body.result).toEqual(refused("INVALID_TRANSACTION", ""));
      const forged = eve.signed(eve.order({ recipient: eve.id, sender: ada.id }));
      expect((await eve.send(forged)).body.result).toEqual(refused("INVALID_TRANSACTION", ""));
      expect((await ada.send(forged)).body.result).toMatchObject({ success: false });
      expect((await ada.send(stolen)).body.result).toEqual(done);
    });

    test("that are too long are refused before they are read", async () => {
      const { ada, bob } = await two();
      const bytes = Buffer.concat([ada.order({ recipient: bob.id }), Buffer.from("fa06", "hex"), Buffer.alloc(5_000)]);
      const { body } = await ada.send(ada.signed(bytes));
      expect(body.error).toMatchObject({ code: "PARAMETER_INVALID", details: { parameter: "signed_order.order" } });
    });

    test("that say something twice mean the last of it, in the bytes that were signed", async () => {
      const { ada, bob } = await two();
      const eve = await newHolder(world());
      const id = randomUUID();
      const bytes = Buffer.concat([ada.order({ recipient: eve.id, id }), ada.order({ recipient: bob.id, id })]);
      expect((await ada.send(ada.signed(bytes))).body.result).toEqual(done);
      expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "10" });
      expect(await eve.held()).toMatchObject({ TOKEN_STANDARD: "0" });
    });
  });

  test("another sender's transaction is not there to be executed, waiting or done", async () => {
    const ada = await newVaultHolder(world(), { TOKEN_STANDARD: 100 });
    const eve = await newVaultHolder(world(), { TOKEN_STANDARD: 100 });
    const { transaction } = (await ada.create({ recipient: eve.id })).body.result;
    const none = (await eve.execute(randomUUID())).body.error.message;
    const waiting = await eve.execute(transaction.id);
    expect([waiting.status, waiting.body.error.message]).toEqual([404, none]);
    expect((await ada.execute(transaction.id)).body.result).toEqual(done);
    const after = await eve.execute(transaction.id);
    expect([after.status, after.body.error.message]).toEqual([404, none]);
  });

  describe("sessions", () => {
    test("act for their own identity alone", async () => {
      const [ada, eve] = [await newVaultHolder(world(), { TOKEN_STANDARD: 100 }), await newVaultHolder(world())];
      const session = await world().session(eve.id);
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
        expect([path, (await world().call(method, path, body, session)).status]).toEqual([path, 403]);
        expect([path, (await world().call(method, path, body, "")).status]).toEqual([path, 401]);
      }
      expect((await ada.execute(created.id)).body.result).toEqual(done);
    });

    test("do all that concerns their own wallet", async () => {
      const ada = await newVaultHolder(world(), { TOKEN_STANDARD: 100 });
      const bob = await newHolder(world());
      const session = await world().session(ada.id);
      const asked = { sender: ada.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: 1 };
      const { transaction } = (await world().call("POST", "/api/transactions/create", asked, session)).body.result;
      const execution = { sender: ada.id, transaction_id: transaction.id };
      const executed = await world().call("POST", "/api/transactions/execute", execution, session);
      expect(executed.body.result).toEqual(done);
    });

    test("what the body says of the wallet counts for nothing where the path names it", async () => {
      const [ada, eve] = [await newVaultHolder(world()), await newVaultHolder(world())];
      const session = await world().session(eve.id);
      const body = { identity_id: ada.id, configuration: { retry_count: 9 } };
      const answer = await world().call("PUT", `/api/wallets/${eve.id}/configuration`, body, session);
      expect(answer.body.result.wallet).toMatchObject({ identity_id: eve.id, configuration: { retry_count: 9 } });
      expect((await ada.wallet()).configuration.retry_count).toBe(3);
    });
  });

  describe("too many attempts", () => {
    test("with wrong signatures are refused with the time to wait, for this sender alone", async () => {
      const { ada, bob } = await two();
      const wrong = () => ada.send({ ...ada.signed(ada.order({ recipient: bob.id })), signature: "AAAA" });
      for (let i = 0; i < 10; i++) expect((await wrong()).body.result).toEqual(refused("INVALID_SIGNATURE"));
      const { status, headers, body } = await wrong();
      expect([status, body.error.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ada.send(ada.signed(ada.order({ recipient: bob.id })))).status).toBe(429);
      const eve = await newHolder(world(), { TOKEN_STANDARD: 100 });
      expect(await eve.pay({ recipient: bob.id })).toEqual(done);
      // By another caller: whoever fails locks nobody else out.
      const { secret } = await server().createKey("enterprise", ["transactions:*"]);
      const signed = ada.signed(ada.order({ recipient: bob.id }));
      expect((await ada.send(signed, ada.id, secret)).body.result).toEqual(done);
    });

    test("of any kind are refused with the time to wait, for this identity alone", async () => {
      const other = await startServer({ ...environment(), TRANSACTIONS_PER_MINUTE: "3" });
      try {
        const there = new World(other);
        const bob = await newHolder(there);
        const ada = await newHolder(there, { TOKEN_STANDARD: 100 });
        for (let i = 0; i < 3; i++) expect(await ada.pay({ recipient: bob.id, amount: "1" })).toEqual(done);
        const signed = ada.signed(ada.order({ recipient: bob.id }));
        const { status, headers } = await ada.send(signed);
        expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
        expect((await ada.exchange({})).status).toBe(429);
        expect((await ada.wallet()).standard.amount).toBe(96.997);
        const eve = await newHolder(there, { TOKEN_STANDARD: 100 });
        expect(await eve.pay({ recipient: bob.id, amount: "1" })).toEqual(done);
      } finally {
        await other.close();
      }
    });
  });

  test("a hundred at once spend no more than there is", async () => {
    const { ada, bob } = await two();
    const results = await Promise.all(Array.from({ length: 100 }, () => ada.pay({ recipient: bob.id, amount: "3" })));
    expect(results.filter(({ success }) => success)).toHaveLength(33);
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "0.901" });
    expect(await bob.held()).toMatchObject({ TOKEN_STANDARD: "99" });
  });

  test("names of wallets that reach for something else are not found", async () => {
    for (const id of ["..", "%2e%2e", "@fees", "' OR 1=1 --", "__proto__", "constructor", "%00"]) {
      const { status } = await world().call("GET", `/api/wallets/${encodeURIComponent(id)}`);
      expect([id, status]).toEqual([id, 404]);
    }
  });

  test("descriptions keep what they are, and do not reach the log", async () => {
    const { ada, bob } = await two();
    const description = `'; DROP TABLE wallets; -- \u202e\u0000\n{"level":60} 🧾`;
    const { transaction_id } = await ada.pay({ recipient: bob.id, description });
    const path = `/api/wallets/${bob.id}/transactions/${transaction_id}`;
    expect((await world().call("GET", path)).body.result.transaction.description).toBe(description);
    expect(server().log.join("")).not.toContain("DROP TABLE");
  });
});
