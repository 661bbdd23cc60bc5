import { randomUUID } from "node:crypto";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, test } from "vitest";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { newHolder, newVaultHolder } from "../../support/wallet-holder.ts";

const upper = (id: string) => id.toUpperCase();

onEveryServer("an id in upper case", ({ server }) => {
  const api = () => new ApiClient(server());
  const balanceOf = async (id: string) => {
    const { body } = await api().call("GET", `/api/wallets/${upper(id)}/balance?token_type=TOKEN_STANDARD`);
    return body.result.balance.exact_amount;
  };

  test("names the identity and its wallet in paths, queries and bodies, and is answered in lower case", async () => {
    const { identity } = await api().identity();
    const made = await api().call("POST", "/api/wallets/create", { identity_id: upper(identity.id) });
    expect(made.body.result.wallet.identity_id).toBe(identity.id);
    const again = await api().call("POST", "/api/wallets/create", { identity_id: identity.id });
    expect(again.body.result?.wallet.identity_id ?? again.body.error.code).toMatch(/^[0-9a-f-]{36}$|RESOURCE_CONFLICT/);
    for (const path of [`/api/identities/${upper(identity.id)}`, `/api/wallets/${upper(identity.id)}`]) {
      const { status, body } = await api().call("GET", path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(identity.id);
      expect(JSON.stringify(body)).not.toContain(upper(identity.id));
    }
    const { status } = await api().call("GET", `/v1/admin/keys?identity_id=${upper(identity.id)}`);
    expect(status).toBe(200);
    const { keys } = (await api().call("GET", `/api/identities/${upper(identity.id)}/keys`)).body.result;
    const key = upper(keys[0].id);
    const revoked = await api().call("DELETE", `/api/identities/${upper(identity.id)}/keys/${key}`);
    expect(revoked.status).toBe(200);
  });

  test("is the caller's own, in a token and in a request", async () => {
    const { identity } = await api().identity();
    await api().call("POST", "/api/wallets/create", { identity_id: identity.id });
    const session = await api().session(upper(identity.id));
    expect((await api().call("GET", `/api/wallets/${upper(identity.id)}`, undefined, session)).status).toBe(200);
    const sessions = (await api().call("GET", `/api/identities/${upper(identity.id)}/sessions`, undefined, session))
      .body;
    const open = upper(sessions.result.sessions[0].id);
    const path = `/api/identities/${upper(identity.id)}/sessions/${open}`;
    expect((await api().call("DELETE", path, undefined, session)).status).toBe(200);
    expect((await api().call("GET", `/api/wallets/${identity.id}`, undefined, session)).status).toBe(401);
  });

  test("makes a request idempotent with that in lower case", async () => {
    const ada = await newVaultHolder(api());
    const deposit_id = randomUUID();
    const deposit = { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: "5" };
    for (const id of [upper(deposit_id), deposit_id, upper(deposit_id)]) {
      const { status, body } = await api().call("POST", "/v1/admin/ledger/deposits", { ...deposit, deposit_id: id });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(deposit_id);
    }
    expect(await balanceOf(ada.id)).toBe("5");
  });

  test("creates and executes one transfer, whichever way it is spelled", async () => {
    const [ada, bob] = [await newVaultHolder(api(), { TOKEN_STANDARD: 100 }), await newHolder(api())];
    const id = randomUUID();
    const terms = { transaction_id: upper(id), sender: upper(ada.id), recipient: upper(bob.id) };
    expect((await ada.create(terms)).body.result.transaction).toMatchObject({
      id,
      sender: ada.id,
      recipient: bob.id,
    });
    expect((await ada.create({ ...terms, transaction_id: id })).body.result.transaction.id).toBe(id);
    for (const transaction_id of [upper(id), id]) {
      const execution = { sender: upper(ada.id), transaction_id };
      const { body } = await api().call("POST", "/api/transactions/execute", execution);
      expect(body.result).toMatchObject({ success: true, transaction_id: id });
    }
    expect(await balanceOf(bob.id)).toBe("10");
    for (const path of ["", "/receipt"]) {
      const { status } = await api().call("GET", `/api/wallets/${upper(ada.id)}/transactions/${upper(id)}${path}`);
      expect(status).toBe(200);
    }
  });

  test("in a signed order moves the money once, and another order with the same id moves none", async () => {
    const [ada, bob] = [await newHolder(api(), { TOKEN_STANDARD: 100 }), await newHolder(api())];
    const id = randomUUID();
    const members = { id: upper(id), sender: upper(ada.id), recipient: upper(bob.id) };
    const order = ada.order(members);
    const first = await ada.send(ada.signed(order), upper(ada.id));
    expect(first.body.result).toMatchObject({ success: true, transaction_id: id });
    expect((await ada.send(ada.signed(order))).body.result).toMatchObject({ success: true, transaction_id: id });
    const other = await ada.send(ada.signed(ada.order({ ...members, id })));
    expect(other.body.error ?? other.body.result).not.toMatchObject({ success: true });
    expect(await balanceOf(bob.id)).toBe("10");
    const { entries } = (await api().call("GET", `/api/wallets/${upper(bob.id)}/entries`)).body.result;
    const moved = entries.filter((entry: { transaction?: { id: string } }) => entry.transaction?.id === id);
    expect(moved).toMatchObject([{ transaction: { sender: ada.id, recipient: bob.id } }]);
    const receipt = await api().call("GET", `/api/wallets/${ada.id}/transactions/${upper(id)}/receipt`);
    expect(receipt.status).toBe(200);
  });

  test("is one sender of linked orders, and of a resolution", async () => {
    const ada = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
    const id = randomUUID();
    const asked = { sender: upper(ada.id), transaction_id: upper(id), seal: true };
    const sealed = await api().call("POST", "/api/transactions/resolve", asked);
    expect(sealed.body.result).toMatchObject({ is_final: true, result: { transaction_id: id } });
    const again = await api().call("POST", "/api/transactions/resolve", { ...asked, transaction_id: id });
    expect(again.body.result).toEqual(sealed.body.result);
  });

  test("is read by gRPC as by REST", async () => {
    const ada = await newVaultHolder(api());
    const interceptors = [
      (next: (request: never) => Promise<never>) => (request: { header: Headers }) => {
        request.header.set("Authorization", `Bearer ${operatorKey}`);
        return next(request as never);
      },
    ] as never;
    const client = createClient(WalletService, createGrpcTransport({ baseUrl: server().url, interceptors }));
    expect((await client.getWallet({ identityId: upper(ada.id) })).wallet?.identityId).toBe(ada.id);
  });

  describe("but a UUID in another form is refused, and the form is told", () => {
    test.each([
      ["as a URN", (id: string) => `urn:uuid:${id}`],
      ["in braces", (id: string) => `{${id}}`],
      ["without hyphens", (id: string) => id.replaceAll("-", "")],
    ])("%s", async (_, spelled) => {
      const id = spelled(randomUUID());
      for (const answer of [
        await api().call("GET", `/api/wallets/${encodeURIComponent(id)}`),
        await api().call("POST", "/api/wallets/create", { identity_id: id }),
        await api().call("GET", `/v1/admin/keys?identity_id=${encodeURIComponent(id)}`),
      ]) {
        expect(answer.status).toBe(400);
        const message = expect.stringMatching(/^identity_id must be a UUID written with hyphens only, such as 0/);
        const details = { parameter: "identity_id", provided: id };
        expect(answer.body.error).toEqual({ code: "PARAMETER_INVALID", message, details });
      }
    });
  });
});
