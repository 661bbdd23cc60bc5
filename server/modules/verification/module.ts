import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { ReviewService } from "../../../gen/es/identity/v1/review_service_pb.js";
import type { Sessions } from "../../access/domain/sessions.ts";
import { createAttempts } from "../../access/limits/attempts.ts";
import type { Config } from "../../app/config.ts";
import { uuidV7 } from "../../core/uuid.ts";
import type { Store } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Identities, VerificationLevel } from "../identity/domain/identities.ts";
import type { Vault } from "../identity/domain/vault.ts";
import { serviceSecret } from "../vault/store/service-secrets.ts";
import { createWebhookComplianceChecks } from "./methods/compliance.ts";
import { createHasher, type HashParameters } from "./methods/hasher.ts";
import { createSmtpMailer } from "./methods/mail.ts";
import { createOutbox, type Outbox } from "./methods/mail-trap.ts";
import { createWebhookPhoneSender } from "./methods/phone.ts";
import { createProcedures } from "./methods/procedures.ts";
import { createSignedPost, type SignedPost } from "./methods/signed-post.ts";
import { createVerifier, type Verifier } from "./methods/verifier.ts";
import type { ReviewOperationsParts } from "./operations/review-parts.ts";
import { reviewOperations } from "./operations/reviews.ts";
import { numberOf } from "./operations/verification.ts";
import { storedReviews } from "./store/reviews.ts";
import { type ColumnSealer, storedVerifications } from "./store/verifications.ts";

export interface VerificationHouseParts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly identities: Identities;
  readonly vault: Vault;
  readonly config: Config;
  readonly log: Logger;
  /** For tests. */
  readonly hashing?: HashParameters | undefined;
}

const hourMs = 3_600_000;

/** Composes identity verification: its methods, what they send by, and what they keep. */
export async function composeVerification(
  parts: VerificationHouseParts,
): Promise<{ readonly verifier: Verifier; readonly outbox: Outbox; readonly reviews: ServiceTable }> {
  const { store, sessions, identities, vault, config, hashing } = parts;
  const now = Date.now;
  const place = { table: "service_secrets", column: "sealed", row: "pepper", identity: "service", purpose: "pepper" };
  const pepper = await serviceSecret(
    store,
    "pepper",
    { seal: (bytes) => vault.seal(place, bytes), open: (sealed) => vault.open(place, sealed) },
    () => randomBytes(32),
  );
  const outbox = createOutbox(config.serviceName);
  const { mail, phoneWebhook } = config;
  const procedures = createProcedures({
    hasher: await createHasher({ pepper, ...(hashing && { parameters: hashing }) }),
    pepper,
    mailer: mail === undefined ? outbox : createSmtpMailer({ ...mail, serviceName: config.serviceName }),
    phone:
      phoneWebhook === undefined ? outbox : createWebhookPhoneSender(signedPostTo(phoneWebhook), config.serviceName),
    serviceName: config.serviceName,
    relyingParty: config.relyingParty,
    randomBytes,
    ofAddresses: createAttempts({ failuresMax: 10, windowMs: hourMs, now }),
  });
  const verifier = createVerifier({
    verifications: storedVerifications(
      store,
      sealerOf(vault, "verification_challenges", "sealed_secret"),
      sealerOf(vault, "verification_factors", "sealed"),
    ),
    procedures,
    pepper,
    randomBytes,
    newId: () => uuidV7(now(), randomBytes(10)),
    async setLevel(identityId, from, to) {
      const identity = await identities.find(identityId);
      if (identity === undefined || identity.level !== numberOf(from)) return false;
      const level: VerificationLevel = numberOf(to);
      const changed = { ...identity, level, version: identity.version + 1, updatedAt: new Date(now()) };
      if ((await identities.update(changed)) !== "changed") return false;
      // What sessions were given at the higher level is not theirs any more.
      if (level < identity.level) await sessions.revokeAll(identityId, undefined, new Date(now()));
      return true;
    },
    restraint: {
      ofChallenges: createAttempts({ failuresMax: 10, windowMs: hourMs, now }),
      ofAnswers: createAttempts({ failuresMax: 15, windowMs: hourMs, now }),
    },
    now,
  });
  const reviews = reviewOperations({
    reviews: storedReviews(store, sealerOf(vault, "reviews", "sealed"), sealerOf(vault, "review_documents", "sealed")),
    identities,
    vault,
    verifier,
    compliance: complianceOf(config),
    now,
  });
  return { verifier, outbox, reviews: { service: ReviewService, operations: reviews } };
}

function complianceOf({ complianceWebhook }: Config): ReviewOperationsParts["compliance"] {
  if (complianceWebhook === undefined) return undefined;
  return {
    ask: createWebhookComplianceChecks(signedPostTo(complianceWebhook)).request,
    secrets: [Buffer.from(complianceWebhook.secret, "utf8")],
    questions: createAttempts({ failuresMax: 10, windowMs: hourMs, now: Date.now }),
  };
}

function signedPostTo({ url, secret }: { readonly url: string; readonly secret: string }): SignedPost {
  return createSignedPost({
    url,
    secrets: [Buffer.from(secret, "utf8")],
    fetch: globalThis.fetch,
    clock: () => new Date(),
    wait: (milliseconds) => sleep(milliseconds),
  });
}

function sealerOf(vault: Vault, table: string, column: string): ColumnSealer {
  const at = (row: string, identity: string) => ({ table, column, row, identity, purpose: "verification" });
  return {
    seal: (row, identity, bytes) => vault.seal(at(row, identity), bytes),
    open: (row, identity, sealed) => vault.open(at(row, identity), sealed),
  };
}
