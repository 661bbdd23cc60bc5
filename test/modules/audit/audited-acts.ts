import { randomUUID } from "node:crypto";
import { holdOrders } from "../../support/hold-orders.ts";
import type { ApiClient } from "../../support/identity/api-client.ts";
import {
  agreementSignature,
  hardwareKeyProof,
  newApplicant,
  newClientKey,
  newReviewer,
  raiseToBasic,
  raiseToBusiness,
  raiseToStandard,
  registerDevice,
  requestCheck,
  sendDecision,
  signedDecision,
} from "../../support/identity/applicant.ts";
import { newHolder } from "../../support/wallet-holder.ts";

/** Makes what an act needs, and returns the act. */
export type Preparation = (api: ApiClient) => Promise<() => ReturnType<ApiClient["call"]>>;

/** Every method of which calls are recorded, with an act that succeeds. The webhooks are those of a wallet. */
export const auditedActs: Readonly<Record<string, Preparation>> = {
  "admin.v1.BackupService.CreateBackup": async (api) => () => api.call("POST", "/v1/admin/backups", {}),
  "admin.v1.BackupService.DrillBackup": async (api) => {
    await api.call("POST", "/v1/admin/backups", {});
    return () => api.call("POST", "/v1/admin/backups/drill", {});
  },
  "admin.v1.KeyService.CreateKey": async (api) => () =>
    api.call("POST", "/v1/admin/keys", { name: "new", plan: "developer", permissions: ["geocode:*"] }),
  "admin.v1.KeyService.RevokeKey": async (api) => {
    const { id } = await api.server.createKey("developer");
    return () => api.call("DELETE", `/v1/admin/keys/${id}`);
  },
  "admin.v1.KeyService.ChangePlan": async (api) => {
    const { id } = await api.server.createKey("developer");
    return () => api.call("PUT", `/v1/admin/keys/${id}/plan`, { plan: "enterprise" });
  },
  "admin.v1.LedgerService.Deposit": movement("deposits"),
  "admin.v1.LedgerService.Withdraw": movement("withdrawals"),
  "admin.v1.LedgerService.ReleaseHold": async (api) => {
    const [ada, shop] = [await newHolder(api, { TOKEN_STANDARD: "100" }), await newHolder(api)];
    const { transaction_id: hold_id } = await holdOrders(api, ada).hold(shop.id);
    return () => api.call("POST", "/v1/admin/ledger/holds/release", { hold_id });
  },
  "admin.v1.LedgerService.ReverseTransaction": async (api) => {
    const [ada, eve] = [await newHolder(api, { TOKEN_STANDARD: "100" }), await newHolder(api)];
    const { transaction_id } = await ada.pay({ recipient: eve.id });
    return () => api.call("POST", "/v1/admin/ledger/reversals", { transaction_id });
  },
  "admin.v1.LedgerService.FreezeWallet": async (api) => {
    const { freeze } = await newHolder(api);
    return () => freeze();
  },
  "admin.v1.LedgerService.SetRate": async (api) => () =>
    api.call("PUT", "/v1/admin/ledger/rates", {
      ...{ source_type: "TOKEN_STANDARD", target_type: "TOKEN_MICRO", bid: "90", ask: "91" },
    }),
  "admin.v1.LedgerService.DismissLosses": async (api) => () =>
    api.call("POST", "/v1/admin/ledger/losses/dismiss", { ids: [randomUUID()] }),
  "admin.v1.LedgerService.ExportLedger": async (api) => () => api.call("GET", "/v1/admin/ledger/batches"),
  "admin.v1.OutboxService.ListMessages": async (api) => () => api.call("GET", "/v1/admin/outbox"),
  "admin.v1.VaultService.RotateVault": async (api) => () => api.call("POST", "/v1/admin/vault/rotate", {}),
  "identity.v1.AuthenticationService.RevokeSession": async (api) => {
    const { identity } = await api.identity();
    await api.session(identity.id);
    const path = `/api/identities/${identity.id}/sessions`;
    const [session] = (await api.call("GET", path)).body.result.sessions;
    return () => api.call("DELETE", `${path}/${session.id}`);
  },
  "identity.v1.AuthenticationService.RevokeAllSessions": async (api) => {
    const { identity } = await api.identity();
    await api.session(identity.id);
    return () => api.call("DELETE", `/api/identities/${identity.id}/sessions`);
  },
  "identity.v1.IdentityService.UpdateIdentity": identityAct((api, path) =>
    api.call("PUT", path, { display_name: "Ada" }),
  ),
  "identity.v1.IdentityService.AddSigningKey": identityAct((api, path) => api.call("POST", `${path}/keys`, {})),
  "identity.v1.IdentityService.RevokeSigningKey": async (api) => {
    const { identity } = await api.identity();
    const path = `/api/identities/${identity.id}/keys`;
    const { key } = (await api.call("POST", path, {})).body.result;
    return () => api.call("DELETE", `${path}/${key.id}`);
  },
  "identity.v1.IdentityService.RotateRotationKey": identityAct((api, path) =>
    api.call("POST", `${path}/rotation-key`, {}),
  ),
  "identity.v1.ReviewService.GetDocument": async (api) => {
    const { reviewCase, reviewer } = await submitted(api);
    return () => api.call("GET", `/api/verification/documents/${reviewCase.documents[0].id}`, undefined, reviewer);
  },
  "identity.v1.ReviewService.DecideCase": async (api) => {
    const { reviewCase, reviewer } = await submitted(api);
    const path = `/api/verification/cases/${reviewCase.id}/decision`;
    return () => api.call("POST", path, { decision: "DECISION_APPROVE" }, reviewer);
  },
  "identity.v1.ReviewService.DecideCompliance": async (api) => {
    const ada = await newApplicant(api);
    await raiseToBusiness(ada);
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    const message = signedDecision({ case_id, decision: "CLEARED" });
    return () => sendDecision(api, message);
  },
  "identity.v1.ReviewService.OfferAgreement": async (api) => {
    const [ada, reviewer] = [await newApplicant(api), await newReviewer(api)];
    return () => ada.post("agreements", { identity_id: ada.id, text: "We agree." }, reviewer);
  },
  "identity.v1.ReviewService.ApproveAgreement": async (api) => {
    const { privateKey, public_key } = newClientKey();
    const [ada, reviewer] = [await newApplicant(api, { public_key }), await newReviewer(api)];
    const offered = await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, reviewer);
    const { id, statement } = offered.body.result.agreement;
    const signing = { identity_id: ada.id, key_id: ada.keyId, signature: agreementSignature(privateKey, statement) };
    await ada.post(`agreements/${id}/signature`, signing);
    const administrator = await newApplicant(api);
    await registerDevice(administrator);
    const proof = await hardwareKeyProof(administrator, administrator.device);
    return () => ada.post(`agreements/${id}/approval`, proof, reviewer);
  },
  "identity.v1.VerificationService.UnlockFactor": async (api) => {
    const ada = await newApplicant(api);
    await raiseToBasic(ada);
    await ada.answer((await ada.begin("METHOD_PIN")).id, { code: "730516" });
    await ada.answer((await ada.begin("METHOD_PIN")).id, { code: "000000" });
    return () => ada.post("unlock", { identity_id: ada.id, method: "METHOD_PIN" });
  },
  "identity.v1.VerificationService.RenewRecoveryCodes": async (api) => {
    const ada = await newApplicant(api);
    await raiseToStandard(ada);
    return () => ada.post("recovery-codes", { identity_id: ada.id });
  },
  "wallet.v1.WalletService.ConfigureWallet": async (api) => {
    const { configure } = await newHolder(api);
    return () => configure({ auto_exchange: true });
  },
  "wallet.v1.WebhookService.CreateWebhook": webhookAct(({ call, all }) => call("POST", all, { url })),
  "wallet.v1.WebhookService.UpdateWebhook": webhookAct(({ call, one }) => call("PUT", one, { is_paused: true })),
  "wallet.v1.WebhookService.DeleteWebhook": webhookAct(({ call, one }) => call("DELETE", one)),
  "wallet.v1.WebhookService.RotateWebhookSecret": webhookAct(({ call, one }) => call("POST", `${one}/secret`, {})),
  "wallet.v1.WebhookService.ReplayDeliveries": webhookAct(({ call, one, cursor }) =>
    call("POST", `${one}/replay`, { cursor }),
  ),
};

const url = "https://192.0.2.1/events";

function movement(kind: "deposits" | "withdrawals"): Preparation {
  return async (api) => {
    const { id: identity_id } = await newHolder(api, { TOKEN_STANDARD: "100" });
    return () =>
      api.call("POST", `/v1/admin/ledger/${kind}`, { identity_id, token_type: "TOKEN_STANDARD", amount: "5" });
  };
}

function identityAct(act: (api: ApiClient, path: string) => ReturnType<ApiClient["call"]>): Preparation {
  return async (api) => {
    const { identity } = await api.identity();
    return () => act(api, `/api/identities/${identity.id}`);
  };
}

interface Webhook {
  readonly call: ApiClient["call"];
  /** Paths of all endpoints, and of this one. */
  readonly all: string;
  readonly one: string;
  readonly cursor: string;
}

function webhookAct(act: (webhook: Webhook) => ReturnType<ApiClient["call"]>): Preparation {
  return async (api) => {
    const { id } = await newHolder(api);
    const all = `/api/wallets/${id}/webhooks`;
    const call: ApiClient["call"] = (...given) => api.call(...given);
    const { webhook } = (await call("POST", all, { url })).body.result;
    return () => act({ call, all, one: `${all}/${webhook.id}`, cursor: webhook.cursor });
  };
}

/** Submits a document for review; returns the case, and the key of a reviewer. */
async function submitted(api: ApiClient) {
  const [ada, reviewer] = [await newApplicant(api), await newReviewer(api)];
  await raiseToStandard(ada);
  return { reviewCase: (await ada.submit("LEVEL_ENHANCED")).body.result.case, reviewer };
}
