import { randomUUID } from "node:crypto";
import { legalRequests } from "../support/geocode-operations.ts";
import { password } from "../support/identity/owner.ts";
import type { TestServer } from "../support/server.ts";

/**
 * Makes identities with money and transactions. Returns values by the name of their member, or by operation and name, and
 * legal bodies by operation.
 */
export async function knownValues(server: TestServer): Promise<Record<string, unknown>> {
  const call = async (path: string, body: unknown) => {
    const answer = await server.post(path, body);
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.result;
  };
  const owner = async (username: string) => {
    const email = `${username}@example.org`;
    const { identity, signing_key } = await call("/api/identities/create", { username, email, password });
    await call("/api/wallets/create", { identity_id: identity.id });
    for (const token_type of ["TOKEN_STANDARD", "TOKEN_MICRO"]) {
      await call("/v1/admin/ledger/deposits", { identity_id: identity.id, token_type, amount: "1000000" });
    }
    return { id: identity.id as string, keyId: signing_key?.id as string };
  };
  const [ada, bob] = [await owner("ada"), await owner("bob")];
  const payment = { sender: ada.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount: "1" };
  const { transaction } = await call("/api/transactions/create", payment);
  const transaction_id = transaction.id as string;
  await call("/api/transactions/execute", { sender: ada.id, transaction_id });
  // A name that never resolves: nothing is posted to anybody.
  const url = "https://hooks.invalid/platonic";
  const ownWebhook = (await call(`/api/wallets/${ada.id}/webhooks`, { url })).webhook.id as string;
  const webhook = (await call("/v1/admin/ledger/webhooks", { url })).webhook.id as string;
  const apiKey = async () => (await call(`/api/identities/${ada.id}/api-keys`, { name: "own" })).key.id as string;
  const ownKey = await apiKey();
  const exchanged = { source_type: "TOKEN_STANDARD", target_type: "TOKEN_MICRO" };
  return {
    identity_id: ada.id,
    sender: ada.id,
    recipient: bob.id,
    transaction_id,
    key_id: ada.keyId,
    url,
    webhook_id: ownWebhook,
    "WebhookService_DeleteWebhook webhook_id": (await call(`/api/wallets/${bob.id}/webhooks`, { url })).webhook.id,
    ...Object.fromEntries(
      ["UpdateWebhook", "RotateWebhookSecret", "ListDeliveries", "ReplayDeliveries"].map((name) => [
        `WebhookService_${name}_2 webhook_id`,
        webhook,
      ]),
    ),
    amount: "1",
    token_type: "TOKEN_STANDARD",
    page_token: "",
    ...Object.fromEntries(
      [
        ...["Get", "Update"].map((verb) => `IdentityService_${verb}Identity`),
        ...["ListSigningKeys", "AddSigningKey", "RotateRotationKey"].map((name) => `IdentityService_${name}`),
        ...["ListChallenges", "GetVerificationStatus", "GetVerificationStatus_2", "RequestLevel"].map(
          (name) => `VerificationService_${name}`,
        ),
      ].map((operation) => [`${operation} id`, ada.id]),
    ),
    "KeyService_CreateKey plan": "developer",
    KeyService_CreateKey: { name: "a key", plan: "developer", permissions: ["geocode:*"] },
    KeyService_CreateKey_2: { name: "a key" },
    "KeyService_RevokeKey id": (await server.createKey("developer")).id,
    "KeyService_RevokeKey identity_id": "",
    "KeyService_RevokeKey_2 id": await apiKey(),
    KeyService_ChangePlan: { plan: "developer" },
    "KeyService_ChangePlan id": ownKey,
    ...Object.fromEntries(
      ["GetUsage", "GetRate", "ListRefusals"].flatMap((name) =>
        ["", "_2"].map((place) => [`UsageService_${name}${place} key_id`, ownKey]),
      ),
    ),
    TransactionService_CreateTransaction: payment,
    LedgerService_Deposit: { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: "1" },
    LedgerService_Withdraw: { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: "1" },
    LedgerService_SetRate: { ...exchanged, bid: "1000", ask: "1001" },
    ExchangeService_CreateQuote: { identity_id: ada.id, source_amount: "1", ...exchanged },
    ExchangeService_Exchange: { identity_id: ada.id, source_amount: "1", ...exchanged },
    WalletService_CreateWallet: {
      identity_id: (await call("/api/identities/create", { username: `u${randomUUID().slice(0, 8)}` })).identity.id,
    },
    VerificationService_RequestChallenge: { identity_id: ada.id, method: "METHOD_EMAIL" },
    ...Object.fromEntries(
      Object.entries(legalRequests).map(([name, body]) => [
        `GeocodeService_${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        body,
      ]),
    ),
  };
}
