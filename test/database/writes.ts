import { randomBytes, randomUUID } from "node:crypto";
import { storedIdempotencyKeys } from "../../server/access/store/idempotency-keys.ts";
import { storedKeys } from "../../server/access/store/keys.ts";
import { storedLimiters } from "../../server/access/store/rate-windows.ts";
import { storedSessions } from "../../server/access/store/sessions.ts";
import { storedUsage } from "../../server/access/store/usage.ts";
import { windows } from "../../server/core/fixed-window/windows.ts";
import type { Sealer } from "../../server/core/sealed-column.ts";
import type { Database } from "../../server/database/source.ts";
import { storedWebhooks } from "../../server/modules/events/webhooks/store/webhooks.ts";
import { storedAuthentications } from "../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../server/modules/identity/store/identities.ts";
import { standardAsset } from "../../server/modules/ledger/domain/assets.ts";
import type { Ledger } from "../../server/modules/ledger/domain/requests.ts";
import { openLedger } from "../../server/modules/ledger/store/ledger.ts";
import { storedRates } from "../../server/modules/ledger/store/rates.ts";
import { storedWallets } from "../../server/modules/ledger/store/wallets.ts";
import { storedSigningKeys } from "../../server/modules/vault/store/signing-keys.ts";
import type { WaitingNotice } from "../../server/modules/verification/domain/notices.ts";
import { storedFailedAttempts } from "../../server/modules/verification/store/failed-attempts.ts";
import { storedNotices } from "../../server/modules/verification/store/notices.ts";
import { storedSettlements } from "../../server/modules/verification/store/settlements.ts";
import { apiKey } from "../support/database/temporary-database.ts";
import { admittance, newIdentity } from "../support/identity/samples.ts";
import { checkpointEntries, policy, someDayMs, twoForOne } from "../support/ledger/constants.ts";
import { newWallet } from "../support/ledger/ledger-fixture.ts";
import { deposit, hold, transfer } from "../support/ledger/requests.ts";
import { newWebhook } from "../support/new-webhook.ts";

/** A change that is ready to be written, and a question that counts a row when it is. */
export interface Write {
  act(): Promise<unknown>;
  readonly seen: readonly [condition: string, ...values: unknown[]];
}

const at = new Date(5_000);
const endsAt = new Date(9_000_000_000_000);
const noTerms = { clientId: undefined, scope: undefined, longestSeconds: undefined, sessionId: undefined };
const plain: Sealer = { seal: async (_, bytes) => bytes, open: async (_, bytes) => bytes };

/** Every kind of change that the service stores: each prepares one with new ids. */
export const writes: { readonly [name: string]: (database: Database) => Promise<Write> } = {
  async "a new identity"(database) {
    const { identity, key, rotationKey } = newIdentity({ username: `u${randomUUID()}` });
    return {
      act: () => storedIdentities(database).create(identity, key, rotationKey),
      seen: ["identities JOIN rotation_keys ON identity_id = id WHERE id = ?", identity.id],
    };
  },
  async "a changed identity"(database) {
    const { identity } = await anIdentity(database);
    return {
      act: () => storedIdentities(database).update({ ...identity, displayName: "Ada", version: 2 }),
      seen: ["identities WHERE id = ? AND display_name = 'Ada'", identity.id],
    };
  },
  async "a new signing key"(database) {
    const { identity } = await anIdentity(database);
    const { key } = newIdentity({ id: identity.id });
    return {
      act: () => storedIdentities(database).addSigningKey(key, 10),
      seen: ["signing_keys WHERE id = ?", key.id],
    };
  },
  async "the revocation of a signing key"(database) {
    const { identity, key } = await anIdentity(database);
    return {
      act: () => storedIdentities(database).revokeSigningKey(identity.id, key.id, at, async () => undefined),
      seen: ["signing_keys WHERE id = ? AND revoked_at IS NOT NULL", key.id],
    };
  },
  async "the next rotation key"(database) {
    const { identity } = await anIdentity(database);
    const seal = async () => Buffer.from("second");
    return {
      act: () => storedIdentities(database).addRotationKey(identity.id, seal, at, endsAt),
      seen: ["rotation_keys WHERE identity_id = ? AND version = 2", identity.id],
    };
  },
  async "a new session"(database) {
    const { key } = await anIdentity(database);
    const token = admittance(key);
    return {
      act: () => storedAuthentications(database).admit(token),
      seen: ["sessions WHERE id = ?", token.session.id],
    };
  },
  async "the end of a session"(database) {
    const { session } = await aSession(database);
    return {
      act: () => storedSessions(database).revoke(session.identityId, session.id, at),
      seen: ["sessions WHERE id = ? AND revoked_at IS NOT NULL", session.id],
    };
  },
  async "the end of all sessions"(database) {
    const { session } = await aSession(database);
    return {
      act: () => storedSessions(database).revokeAll(session.identityId, {}, at),
      seen: ["sessions WHERE id = ? AND revoked_at IS NOT NULL", session.id],
    };
  },
  async "a challenge of an authentication"(database) {
    const challenge = randomUUID();
    return {
      act: () => storedAuthentications(database).addChallenge(challenge, endsAt, noTerms),
      seen: ["authentication_challenges WHERE challenge = ?", challenge],
    };
  },
  async "a new API key"(database) {
    const key = apiKey({ id: randomUUID() });
    return {
      act: () => storedKeys(database).create(key, randomBytes(32), 1_000_000),
      seen: ["api_keys WHERE id = ?", key.id],
    };
  },
  async "the revocation of an API key"(database) {
    const key = apiKey({ id: randomUUID() });
    await storedKeys(database).create(key, randomBytes(32));
    return {
      act: () => storedKeys(database).revoke(key.id, at),
      seen: ["api_keys WHERE id = ? AND revoked_at IS NOT NULL", key.id],
    };
  },
  async "an idempotency key"(database) {
    const record = aRecord();
    return {
      act: () => storedIdempotencyKeys(database).create(record),
      seen: ["idempotency_keys WHERE id = ?", record.id],
    };
  },
  async "the answer to an idempotent call"(database) {
    const record = aRecord();
    await storedIdempotencyKeys(database).create(record);
    return {
      act: () => storedIdempotencyKeys(database).answer(record.id, randomBytes(20)),
      seen: ["idempotency_keys WHERE id = ? AND is_answered = 1", record.id],
    };
  },
  async "a counted use"(database) {
    const key = randomUUID();
    const limiter = storedLimiters(database, () => someDayMs)("test", windows.newApiKeys);
    return { act: () => limiter.consume(key), seen: ["use_windows WHERE name = ?", `test ${key}`] };
  },
  async "the record of calls"(database) {
    const keyId = randomUUID();
    const count = { identityId: "", keyId, hourMs: 0, operation: "o", result: "OK", calls: 1 } as const;
    return {
      act: () => storedUsage(database).add([count], []),
      seen: ["usage_counts WHERE key_id = ?", keyId],
    };
  },
  async "a new wallet"(database) {
    const id = randomUUID();
    return {
      act: () => storedWallets(database).open(newWallet(id)),
      seen: [
        "wallets JOIN ledger_accounts ON owner = identity_id WHERE identity_id = ? AND asset = ?",
        id,
        standardAsset,
      ],
    };
  },
  async "a deposit"(database) {
    const { ledger, owner } = await aWallet(database);
    const request = deposit(owner, 5n);
    return { act: () => ledger.submit(request), seen: ["ledger_entries WHERE id = ?", request.id] };
  },
  async "a transfer"(database) {
    const { ledger, owner } = await aWallet(database);
    const request = transfer(owner, (await aWallet(database)).owner, 5n);
    return { act: () => ledger.submit(request), seen: ["ledger_entries WHERE id = ?", request.id] };
  },
  async "a hold"(database) {
    const { ledger, owner } = await aWallet(database);
    const request = hold(owner, (await aWallet(database)).owner, 5n, someDayMs + 60_000);
    return { act: () => ledger.submit(request), seen: ["holds WHERE id = ?", request.id] };
  },
  async "a quote"(database) {
    const { ledger, owner } = await aWallet(database);
    const rate = { source: "ROF", target: "EUR", rate: 1n, origin: "test", atMs: 0 };
    const quote = { id: randomUUID(), owner, sourceAmount: 1n, rate, endsAtMs: someDayMs };
    return { act: () => ledger.addQuote(quote), seen: ["exchange_quotes WHERE id = ?", quote.id] };
  },
  async "a rate"(database) {
    const atMs = nextNumber();
    const rate = { source: "ROF", target: "EUR", rate: 1n, origin: "test", atMs };
    return { act: () => storedRates(database).set([rate]), seen: ["exchange_rates WHERE rate_at = ?", BigInt(atMs)] };
  },
  async "a key in the vault"(database) {
    const key = aVaultKey();
    return {
      act: () => storedSigningKeys(database).addSigningKey(key),
      seen: ["vault_signing_keys WHERE id = ?", key.id],
    };
  },
  async "the destruction of a key in the vault"(database) {
    const key = aVaultKey();
    await storedSigningKeys(database).addSigningKey(key);
    return {
      act: () => storedSigningKeys(database).destroySigningKey(key.id, at),
      seen: ["vault_signing_keys WHERE id = ? AND sealed_private_key IS NULL", key.id],
    };
  },
  async "a factor of verification"(database) {
    const { identity } = await anIdentity(database);
    const payload = Buffer.from("secret");
    const proof = { identityId: identity.id, method: "PIN", evidence: ["PIN"], payload, provenAt: at } as const;
    const settlements = storedSettlements(database, plain, () => {});
    const levelAfter = () => ({ level: "LEVEL_BASIC", falls: [] }) as const;
    return {
      async act() {
        const outcome = await settlements.settle({ factors: [{ ...proof, before: undefined }] }, levelAfter, at);
        return typeof outcome !== "string";
      },
      seen: ["verification_factors JOIN identities ON id = identity_id WHERE level = 1 AND id = ?", identity.id],
    };
  },
  async "a wrong answer to a challenge"(database) {
    const { identity } = await anIdentity(database);
    const guesses = { windowStartedAt: at, windowCount: 1, consecutive: 1 };
    return {
      act: () => storedFailedAttempts(database).replace(identity.id, "TOTP", undefined, guesses),
      seen: ["verification_guesses WHERE identity_id = ?", identity.id],
    };
  },
  async "a notice that is being sent"(database) {
    const notices = storedNotices(database, plain);
    const subject = randomUUID();
    const notice = { to: "ada@example.org", subject, sentences: [] };
    await database.transact(await notices.prepare(subject, notice, at.getTime()));
    const stored = (await notices.due(at.getTime(), 1_000)).find(({ identityId }) => identityId === subject);
    return {
      act: () => notices.change(stored as WaitingNotice, { dueAtMs: endsAt.getTime() }),
      seen: [`owner_notices WHERE due_at = ${endsAt.getTime()} AND identity_id = ?`, subject],
    };
  },
  async "a webhook"(database) {
    const webhook = newWebhook(randomUUID(), "https://example.com/");
    return {
      act: () => storedWebhooks(database).create(webhook, 10),
      seen: ["webhooks WHERE id = ?", webhook.id],
    };
  },
  async "the removal of a webhook"(database) {
    const webhook = newWebhook(randomUUID(), "https://example.com/");
    await storedWebhooks(database).create(webhook, 10);
    return {
      act: () => storedWebhooks(database).remove(webhook.owner, webhook.id),
      seen: ["(SELECT 1) one WHERE NOT EXISTS (SELECT 1 FROM webhooks WHERE id = ?)", webhook.id],
    };
  },
};

async function anIdentity(database: Database) {
  const made = newIdentity({ username: `u${randomUUID()}` });
  await storedIdentities(database).create(made.identity, made.key, made.rotationKey);
  return made;
}

async function aSession(database: Database) {
  const token = admittance((await anIdentity(database)).key);
  await storedAuthentications(database).admit(token);
  return token;
}

const ledgers = new WeakMap<Database, Promise<Ledger>>();

async function aWallet(database: Database): Promise<{ ledger: Ledger; owner: string }> {
  let opened = ledgers.get(database);
  if (opened === undefined) {
    opened = openLedger(database, { policy, rates: () => twoForOne, now: () => someDayMs, checkpointEntries });
    ledgers.set(database, opened);
  }
  const [ledger, owner] = [await opened, randomUUID()];
  await storedWallets(database).open(newWallet(owner));
  await ledger.submit(deposit(owner, 1_000_000n));
  return { ledger, owner };
}

function aRecord() {
  return {
    id: randomBytes(32).toString("hex"),
    requestHash: randomBytes(32).toString("hex"),
    provenAtMs: undefined,
    sealed: randomBytes(20),
    isAnswered: false,
    beat: 1,
    createdAtMs: 5_000,
    expiresAtMs: endsAt.getTime(),
  };
}

function aVaultKey() {
  return {
    id: randomUUID(),
    identity: randomUUID(),
    purpose: "signing",
    publicKey: randomBytes(32),
    sealedPrivateKey: randomBytes(32),
    createdAt: at,
    destroyedAt: undefined,
  };
}

let number = 1_000;

function nextNumber(): number {
  return number++;
}
