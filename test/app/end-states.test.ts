import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ReviewDecision } from "#contract/identity/v1/review_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { callsOver, type MakeCall, type Told } from "../support/calls.ts";
import { onEveryServer } from "../support/every-server.ts";
import type { Json } from "../support/geocode-operations.ts";
import { hourMs } from "../support/hold-orders.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import {
  agreementSignature,
  hardwareKeyProof,
  newApplicant,
  newClientKey,
  newReviewer,
  raiseToBasic,
  registerDevice,
} from "../support/identity/applicant.ts";
import { newVaultHolder } from "../support/wallet-holder.ts";

/** Something that is about to end. */
interface Ending {
  /** Ends it, as the nth of several callers. */
  readonly end: (n: number) => Promise<Told>;
  /** Calls that come too late, with what they are told. */
  readonly late: Readonly<Record<string, readonly [told: string, call: () => Promise<Told>]>>;
  /** All that the calls could change. */
  readonly state: () => Promise<unknown>;
}

type Prepare = (call: MakeCall, api: ApiClient) => Promise<Ending>;

const invalid = "STATE_INVALID";

/** Ends that one call alone makes: the same call again is refused. */
const endedOnce: Readonly<Record<string, Prepare>> = {
  async "an agreement that two administrators approve"(call, api) {
    const { privateKey, public_key } = newClientKey();
    const ada = await newApplicant(api, { public_key });
    const reviewers = await Promise.all(Array.from({ length: 6 }, () => newReviewer(api)));
    const offer = { identityId: ada.id, text: "We agree." };
    const offered = await call(ReviewService.method.offerAgreement, offer, reviewers[0]);
    const { id, statement } = offered.answer.agreement;
    const signature = Buffer.from(agreementSignature(privateKey, statement), "base64");
    const sign = () =>
      call(ReviewService.method.signAgreement, { id, identityId: ada.id, keyId: ada.keyId, signature });
    await sign();
    const approvals = reviewers.map(async (reviewer) => {
      const administrator = await newApplicant(api);
      await registerDevice(administrator);
      const { administrator_id, ...proof } = await hardwareKeyProof(administrator, administrator.device);
      const { challenge_id: challengeId, credential } = proof;
      const request = { id, administratorId: administrator_id, challengeId, credential: credential as never };
      return () => call(ReviewService.method.approveAgreement, request, reviewer);
    });
    const [first, fifth, ...others] = await Promise.all(approvals);
    await first?.();
    const end = (n: number) => others[n]?.() as Promise<Told>;
    return {
      end,
      late: {
        "the same approval": [invalid, () => end(0)],
        "the approval of another": [invalid, () => fifth?.() as Promise<Told>],
        "a signature": [invalid, sign],
      },
      state: async () => [
        await call(ReviewService.method.listAgreements, { identityId: ada.id }),
        await call(VerificationService.method.getVerificationStatus, { id: ada.id }),
      ],
    };
  },

  async "a review that is decided"(call, api) {
    const ada = await newApplicant(api);
    await raiseToBasic(ada);
    const { id } = (await ada.submit("LEVEL_ENHANCED")).body.result.case;
    const reviewers = await Promise.all(Array.from({ length: 4 }, () => newReviewer(api)));
    const decide = (n: number, decision = ReviewDecision.APPROVE) =>
      call(ReviewService.method.decideCase, { id, decision, reason: "unreadable" }, reviewers[n]);
    return {
      end: (n) => decide(n, n % 2 === 0 ? ReviewDecision.APPROVE : ReviewDecision.REJECT),
      late: {
        "the same decision": [invalid, () => decide(0)],
        "the decision of another": [invalid, () => decide(1)],
        "the other decision": [invalid, () => decide(0, ReviewDecision.REJECT)],
      },
      state: async () => [
        await call(ReviewService.method.listCases, { identityId: ada.id }),
        await call(VerificationService.method.getVerificationStatus, { id: ada.id }),
      ],
    };
  },

  async "a hold that is captured or released"(call, api) {
    const [ada, bob] = [await newVaultHolder(api, { TOKEN_STANDARD: 100 }), await newVaultHolder(api)];
    const capture_before = new Date(Date.now() + hourMs).toISOString();
    const created = await ada.create({ recipient: bob.id, capture_before });
    const { id: holdId } = created.body.result.transaction;
    await ada.execute(holdId);
    const recipient = bob.id;
    const captureId = randomUUID();
    const capture = (members = {}) => call(HoldService.method.captureHold, { recipient, holdId, ...members });
    const release = () => call(HoldService.method.releaseHold, { recipient, holdId });
    const balance = (identityId: string) => call(WalletService.method.getWallet, { identityId });
    return {
      end: (n) => (n % 2 === 0 ? capture() : release()),
      late: {
        "a capture": [invalid, () => capture({ captureId })],
        "a release": [invalid, release],
        "the release by an administrator": [invalid, () => call(LedgerService.method.releaseHold, { holdId })],
        "the end of a capture that was not done": [
          "OK",
          () =>
            call(TransactionService.method.resolveTransaction, {
              sender: recipient,
              transactionId: captureId,
              seal: true,
            }),
        ],
      },
      state: async () => [
        await call(HoldService.method.getHold, { identityId: bob.id, holdId }),
        await balance(ada.id),
        await balance(bob.id),
      ],
    };
  },
};

/** Ends by a call that may be repeated: it has the first answer again. */
const endedAgain: Readonly<Record<string, Prepare>> = {
  async "a webhook that is deleted"(call, api) {
    const { id: identityId } = await newVaultHolder(api);
    const created = await call(WebhookService.method.createWebhook, { identityId, url: "http://127.0.0.1:9/events" });
    const { id: webhookId, cursor } = created.answer.webhook;
    const of = { identityId, webhookId };
    const unknown = "RESOURCE_NOT_FOUND";
    return {
      end: () => call(WebhookService.method.deleteWebhook, of),
      late: {
        "a resumption": [unknown, () => call(WebhookService.method.updateWebhook, { ...of, isPaused: false })],
        "a new secret": [unknown, () => call(WebhookService.method.rotateWebhookSecret, of)],
        "a replay": [unknown, () => call(WebhookService.method.replayDeliveries, { ...of, cursor })],
        "the list of attempts": [unknown, () => call(WebhookService.method.listDeliveries, of)],
      },
      state: () => call(WebhookService.method.listWebhooks, { identityId }),
    };
  },

  async "a signing key that is revoked"(call, api) {
    const { identity, signing_key } = await api.identity();
    const { id } = identity;
    return {
      end: () => call(IdentityService.method.revokeSigningKey, { id, keyId: signing_key.id }),
      late: {
        "a token by it": [
          invalid,
          () => call(AuthenticationService.method.requestToken, { identityId: id, clientId: "app" }),
        ],
      },
      state: () => call(IdentityService.method.listSigningKeys, { id }),
    };
  },

  async "an API key that is revoked"(call, api) {
    const { id, secret } = await api.server.createKey("developer");
    return {
      end: () => call(KeyService.method.revokeKey, { id }),
      late: {
        "another plan": [invalid, () => call(KeyService.method.changePlan, { id, plan: "enterprise" })],
        "a call with it": ["INVALID_API_KEY", () => call(KeyService.method.listPlans, {}, secret)],
      },
      state: async () => (await call(KeyService.method.listKeys, {})).answer.keys.find((key: Json) => key.id === id),
    };
  },

  async "a session that is revoked"(call, api) {
    const { id: identityId } = await newVaultHolder(api);
    const session = await api.session(identityId);
    const method = AuthenticationService.method;
    const [{ id: sessionId }] = (await call(method.listSessions, { identityId })).answer.sessions;
    const refused = "INVALID_API_KEY";
    return {
      end: () => call(method.revokeSession, { identityId, sessionId }),
      late: {
        "a logout": [refused, () => call(method.logout, {}, session)],
        "a JWT": [refused, () => call(method.issueJwt, {}, session)],
        "the end of all": ["OK", () => call(method.revokeAllSessions, { identityId })],
      },
      state: () => call(method.listSessions, { identityId }),
    };
  },
};

const four = (ending: Ending) => Promise.all([0, 1, 2, 3].map((n) => ending.end(n)));

onEveryServer(
  "what has ended",
  ({ server }) => {
    describe.each(["rest", "grpc"] as const)("over %s", (protocol) => {
      const call = callsOver(protocol, server);
      const prepare = (of: Prepare) => of(call, new ApiClient(server()));
      const all = [...Object.entries(endedOnce), ...Object.entries(endedAgain)];

      test.each(all)("%s: what comes later is answered clearly, and changes nothing", async (_, of) => {
        const { end, late, state } = await prepare(of);
        expect((await end(0)).code).toBe("OK");
        const ended = await state();
        for (const [what, [expected, make]] of Object.entries(late)) {
          expect([what, (await make()).code]).toEqual([what, expected]);
          expect(await state()).toEqual(ended);
        }
      });

      test.each(Object.entries(endedOnce))("%s: one of four ends at once has an effect", async (_, of) => {
        const { end, ...ending } = await prepare(of);
        const answers = await four({ end, ...ending });
        const codes = answers.map(({ code }) => code);
        const refused = codes.filter((code) => code !== "OK");
        expect(refused).toHaveLength(3);
        for (const code of refused) expect([invalid, "RESOURCE_CONFLICT"]).toContain(code);
        const ended = await ending.state();
        for (const { code } of await four({ end, ...ending })) expect(code).toBe(invalid);
        expect(await ending.state()).toEqual(ended);
      });

      test.each(Object.entries(endedAgain))("%s: four ends at once, and later ones, tell of one", async (_, of) => {
        const { end, ...ending } = await prepare(of);
        const [first, ...answers] = await four({ end, ...ending });
        const ended = await ending.state();
        for (const answer of [...answers, ...(await four({ end, ...ending }))]) expect(answer).toEqual(first);
        expect(first?.code).toBe("OK");
        expect(await ending.state()).toEqual(ended);
      });
    });
  },
  () => ({
    WEBHOOK_ADDRESSES: "any",
    WEBAUTHN_RP_ID: "example.org",
    WEBAUTHN_ORIGINS: "https://app.example.org",
  }),
);
