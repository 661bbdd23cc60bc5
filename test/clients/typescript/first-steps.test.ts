import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import {
  Client,
  decimal,
  Session,
  TokenMinter,
  verifyReceipt,
  WalletClient,
} from "../../../clients/typescript/src/index.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer({ DEVELOPMENT: "1" });

describe("a new user", () => {
  test("gets from an address and a key to a receipt that is verified offline", async () => {
    const endpoint = server().url;
    const client = new Client({ endpoint, credentials: operatorKey });
    const [ada, bob] = await Promise.all(["ada", "bob"].map((name) => openWallet(client, endpoint, name)));
    if (ada === undefined || bob === undefined) throw new Error("two wallets were opened");
    const depositId = crypto.randomUUID();
    const terms = {
      identityId: ada.identityId,
      tokenType: TokenType.STANDARD,
      amount: "1.00000001",
      reference: "first",
    };
    // The second one is the first, by its id.
    for (let count = 0; count < 2; count++) {
      const deposited = await client.deposit({ ...terms, depositId });
      expect(deposited).toMatchObject({ id: depositId, exactAmount: "1.00000001" });
    }
    expect((await ada.balances()).get("TOKEN_STANDARD")).toBe("1.00000001");
    const { id } = await ada.pay({ recipient: bob.identityId, tokenType: TokenType.STANDARD, amount: "0.1" });
    const { order } = await verifyReceipt(await bob.receipt(id), await client.keySet());
    expect(order).toMatchObject({ amount: "0.1", recipient: bob.identityId });
    ada.close();
    bob.close();
  });

  test("reads the key set by a session, too, and is told why there is none", async () => {
    const operator = new Client({ endpoint: server().url, credentials: operatorKey });
    const { credentials } = await operator.register({ username: freshName("eve") });
    const session = new Session(server().url, new TokenMinter({ credentials, clientId: "wallet" }));
    expect(await new Client(session).keySet()).toHaveProperty("keys");
    const broken = new Client({ endpoint: server().url, fetch: async () => new Response("", { status: 502 }) });
    await expect(broken.keySet()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("502"),
    });
    expect(() => new Client({ transport: session.transport }).keySet()).toThrow("set `endpoint`");
  });

  test("is told what is wrong with an address", async () => {
    for (const endpoint of ["127.0.0.1:8080", "localhost:8080", "", "ftp://platonic.example"]) {
      expect(() => new Client({ endpoint })).toThrow("is no endpoint");
    }
    const refusing = new Client({ endpoint: "http://127.0.0.1:9" }).register({ username: "ada" });
    await expect(refusing).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringMatching(/127\.0\.0\.1:9|bad port/),
    });
  });

  test("writes amounts of the generated clients as decimals", () => {
    expect(decimal("12.5")).toEqual({ form: { case: "decimal", value: "12.5" } });
  });
});

const freshName = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;

async function openWallet(client: Client, endpoint: string, name: string): Promise<WalletClient> {
  const { credentials } = await client.register({ username: freshName(name) });
  const wallet = new WalletClient({ endpoint, credentials });
  await wallet.create();
  return wallet;
}
