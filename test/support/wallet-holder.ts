import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { expect } from "vitest";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { bytesToSign, type SigningPurpose } from "../../server/core/signing/purposes.ts";
import type { ApiClient } from "./identity/api-client.ts";
import type { TestServer } from "./server.ts";

type OrderInit = Omit<MessageInitShape<typeof TransferOrderSchema>, "$typeName" | "$unknown">;

/** A signed order in the JSON of REST. */
export interface SignedOrderJson {
  readonly order: string;
  readonly key_id: string;
  readonly signature: string;
}

/** Creates an identity with a funded wallet, whose client holds the signing key. */
export async function newHolder(api: ApiClient<Pick<TestServer, "url">>, funds: Record<string, string | number> = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const public_key = publicKey.export({ format: "jwk" }).x as string;
  const { identity, signing_key } = await api.identity({ public_key });
  return openWallet(api, identity.id, signing_key.id, privateKey, funds);
}
export type Holder = Awaited<ReturnType<typeof newHolder>>;

/** Creates an identity with a funded wallet, whose signing key is in the vault. */
export async function newVaultHolder(api: ApiClient, funds: Record<string, string | number> = {}) {
  const { identity, signing_key } = await api.identity();
  return openWallet(api, identity.id, signing_key.id, undefined, funds);
}

async function openWallet(
  api: ApiClient<Pick<TestServer, "url">>,
  id: string,
  keyId: string,
  privateKey: KeyObject | undefined,
  funds: Record<string, string | number>,
) {
  await api.call("POST", "/api/wallets/create", { identity_id: id });
  for (const [asset, amount] of Object.entries(funds)) await deposit(api, id, asset, amount);

  const signature = (purpose: SigningPurpose, bytes: Uint8Array) =>
    sign(null, bytesToSign(purpose, bytes), privateKey as KeyObject).toString("base64");
  /** Encodes an order, by default of 10 standard tokens. */
  const order = (members: OrderInit): Uint8Array =>
    toBinary(
      TransferOrderSchema,
      create(TransferOrderSchema, {
        id: randomUUID(),
        sender: id,
        tokenType: 1,
        amount: "10",
        createdAt: BigInt(Date.now()),
        ...members,
      }),
    );
  const signed = (bytes: Uint8Array, purpose: SigningPurpose = "transfer"): SignedOrderJson => ({
    order: Buffer.from(bytes).toString("base64"),
    key_id: keyId,
    signature: signature(purpose, bytes),
  });
  const send = (signed_order: unknown, sender = id, credentials?: string) =>
    api.call("POST", "/api/transactions/transfer", { sender, signed_order }, credentials);
  return {
    id,
    keyId,
    privateKey: privateKey as KeyObject,
    signature,
    order,
    signed,
    send,
    /** Signs and sends an order; returns its result. */
    pay: async (members: OrderInit) => (await send(signed(order(members)))).body.result,
    create: async (members: object) =>
      api.call("POST", "/api/transactions/create", {
        sender: id,
        token_type: "TOKEN_STANDARD",
        amount: 10,
        ...members,
      }),
    execute: async (transaction_id: string) =>
      api.call("POST", "/api/transactions/execute", { sender: id, transaction_id }),
    exchange: async (members: object) =>
      api.call("POST", "/api/exchange/execute", {
        identity_id: id,
        source_type: "TOKEN_STANDARD",
        source_amount: 10,
        target_type: "TOKEN_MICRO",
        ...members,
      }),
    wallet: async () => (await api.call("GET", `/api/wallets/${id}`)).body.result.wallet,
    /** Returns the exact balances by asset. */
    held: async () => held((await api.call("GET", `/api/wallets/${id}`)).body.result.wallet),
    entries: async (query = "") => (await api.call("GET", `/api/wallets/${id}/entries${query}`)).body.result.entries,
    freeze: async (is_frozen = true) => api.call("PUT", `/v1/admin/ledger/wallets/${id}/frozen`, { is_frozen }),
    configure: async (configuration: object) => api.call("PUT", `/api/wallets/${id}/configuration`, { configuration }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
function held(wallet: any): Record<string, string> {
  const external = Object.entries<{ exact_amount: string }>(wallet.external);
  return {
    TOKEN_STANDARD: wallet.standard.exact_amount,
    TOKEN_MICRO: wallet.micro.exact_amount,
    ...Object.fromEntries(external.map(([code, { exact_amount }]) => [code, exact_amount])),
  };
}

/** Returns the fields that name an asset in a request. */
function tokenOf(asset: string) {
  return asset.startsWith("TOKEN_") ? { token_type: asset } : { token_type: "TOKEN_EXTERNAL", currency_code: asset };
}

export function deposit(
  api: Pick<ApiClient, "call">,
  identity_id: string,
  asset: string,
  amount: unknown,
  more: object = {},
) {
  return api.call("POST", "/v1/admin/ledger/deposits", { identity_id, ...tokenOf(asset), amount, ...more });
}

/** Setting with rates of the standard token, except for the yen. */
export const rates = {
  RATES: JSON.stringify([
    { source: "TOKEN_STANDARD", target: "TOKEN_MICRO", bid: "100", ask: "100" },
    { source: "TOKEN_STANDARD", target: "USD", bid: 2, ask: 2.5 },
    { source: "TOKEN_STANDARD", target: "EUR", bid: "1.6", ask: "1.6" },
  ]),
};

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Expected result of a completed transaction. */
export const done = {
  success: true,
  transaction_id: uuid,
  status: "TRANSACTION_COMPLETED",
  confirmation_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/),
};

/** Returns the expected result of a refused transaction, by the end of its error code. */
export function refused(code: string, transaction_id: unknown = uuid) {
  return { success: false, transaction_id, status: "TRANSACTION_FAILED", error_code: `TX_ERROR_${code}` };
}
