import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Logger } from "pino";
import { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import type { ChallengeSchema } from "#contract/identity/v1/verification_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import type { Sessions } from "../../access/domain/sessions.ts";
import type { Alongside } from "../../core/alongside.ts";
import { limitSentence } from "../../core/fixed-window/fixed-window.ts";
import { createFixedWindowLimiter } from "../../core/fixed-window/fixed-window-limiter.ts";
import type { CreateSharedLimiter, SharedBounds } from "../../core/fixed-window/shared-limiter.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import { limits } from "../../core/limits.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { Tracer } from "../../core/tracing/span.ts";
import { newUuidV7 } from "../../core/uuid.ts";
import type { Database } from "../../database/source.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Identities, Identity, Vault } from "../identity/index.ts";
import { serviceSecret } from "../vault/index.ts";
import type { VerificationSettings } from "./config.ts";
import { requirementsWhere } from "./domain/levels.ts";
import { addressChanged, recoveryCodesRenewed, signingKeyAdded } from "./domain/notices.ts";
import { createChallengeHandlers } from "./methods/challenge-handlers.ts";
import { createWebhookComplianceChecks } from "./methods/compliance.ts";
import { createHasher, type HashParameters } from "./methods/hasher.ts";
import { createSmtpMailer } from "./methods/mail.ts";
import { createMailTrap, type MailTrap } from "./methods/mail-trap.ts";
import { measuredSenders } from "./methods/measured-senders.ts";
import {
  type NoticeDelivery,
  type NoticeDeliveryDeps,
  type NoticeIntervals,
  openNoticeDelivery,
} from "./methods/notices.ts";
import { createWebhookPhoneSender } from "./methods/phone.ts";
import type { Mailer, PhoneSender } from "./methods/sender.ts";
import { sentCodeLimits } from "./methods/sent-code-limits.ts";
import { createSignedPost, type SignedPost } from "./methods/signed-post.ts";
import { subjectAttempts } from "./methods/subject-attempts.ts";
import { createVerifier, type VerifierDeps } from "./methods/verifier.ts";
import { outboxOperations } from "./operations/outbox.ts";
import type { ReviewOperationsDeps } from "./operations/review-deps.ts";
import { reviewOperations } from "./operations/reviews.ts";
import { subjectOf, toOpenedMessage, verificationOperations } from "./operations/verification.ts";
import { storedFailedAttempts } from "./store/failed-attempts.ts";
import { storedNotices } from "./store/notices.ts";
import { storedReviews } from "./store/reviews.ts";
import { storedSettlements } from "./store/settlements.ts";
import { storedVerifications } from "./store/verifications.ts";

export interface VerificationModuleDeps {
  readonly database: Database;
  readonly sessions: Pick<Sessions, "changed">;
  readonly identities: Identities;
  readonly vault: Vault;
  readonly settings: VerificationSettings;
  readonly sharedLimiter: CreateSharedLimiter;
  /** Connections to mail servers and webhooks. */
  readonly outbound: Outbound;
  /** Host name with which the service greets other servers. */
  readonly hostName: string;
  readonly metrics: Metrics;
  /** Absent: messages that no call has asked for are in no trace. */
  readonly tracer?: Tracer | undefined;
  readonly log: Logger;
  /** Cheaper parameters for tests, which start many servers. */
  readonly hashing: HashParameters | undefined;
  /** Shorter intervals for tests. */
  readonly noticeIntervals: NoticeIntervals | undefined;
}

export interface VerificationModule {
  /** Codes that are stored instead of sent while no sending server is configured. */
  readonly mailTrap: MailTrap;
  readonly tables: readonly ServiceTable[];
  /** Sends a code to the owner of a new identity. */
  begin(
    identity: Identity,
    email: string,
    network: string | undefined,
  ): Promise<MessageInitShape<typeof ChallengeSchema>>;
  /**
   * Withdraws the verification of the previous address, ends all sessions except the given one, and stores the notice
   * to that address, in the transaction that changes it.
   */
  emailWithdrawal(identity: Identity, change: EmailChange): Promise<Alongside>;
  /** Prepares the notice that an identity has another signing key. */
  keyNotice(identity: Identity, email: string): Promise<Alongside>;
  /** Starts sending the stored notices, without waiting for it. */
  sendNotices(): void;
}

interface EmailChange {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Session that changes the address. */
  readonly sessionId: string | undefined;
}

const now = () => Date.now();

/** Opens identity verification: its methods, their senders, and their store. Sends notices until the resources are disposed of. */
export async function openVerificationModule(
  deps: VerificationModuleDeps,
  resources: AsyncDisposableStack,
): Promise<VerificationModule> {
  const { database, identities, sessions, vault, settings, sharedLimiter, log } = deps;
  const pepper = await serviceSecret(database, vault, "pepper", () => randomBytes(32));
  const mailTrap = createMailTrap(settings.serviceName);
  const senders = measuredSenders(
    deps.metrics,
    { mailer: mailerOf(deps, mailTrap), phone: phoneOf(deps, mailTrap) },
    deps.tracer,
  );
  const notices = storedNotices(database, vault);
  const { sendDue } = openNotices(deps, { notices, mailer: senders.mailer, pepper }, resources);
  const verifier = createVerifier({
    verifications: storedVerifications(database, vault),
    handlers: await handlersOf(deps, pepper, senders),
    pepper,
    randomBytes,
    undelivered: (error, challengeId) =>
      log.warn({ err: error, challengeId }, "could not send the code of a challenge; the answer to its caller says so"),
    newId: () => newUuidV7(now()),
    requirements: requirementsWhere({ supportsInherence: settings.relyingParty !== undefined }),
    settlements: storedSettlements(database, vault, sessions.changed),
    challengeLimiter: sharedLimiter("challenges", windows.challenges),
    attempts: subjectAttempts(storedFailedAttempts(database)),
    now,
  });
  const reviews = reviewOperations({
    reviews: storedReviews(database, vault),
    identities,
    vault,
    verifier,
    compliance: complianceOf(deps),
    documentBytesMax: settings.documentBytesMax,
    now,
  });
  return {
    mailTrap,
    tables: [
      {
        service: VerificationService,
        operations: verificationOperations({
          ...{ identities, vault, verifier, sendNotices: () => void sendDue(), now },
          async renewalNotice({ id, username, email }) {
            if (email === undefined) return undefined;
            return notices.prepare(id, recoveryCodesRenewed(email, { username, at: new Date(now()) }), now());
          },
        }),
      },
      { service: ReviewService, operations: reviews },
      { service: OutboxService, operations: outboxOperations(mailTrap) },
    ],
    begin: async (identity, email, network) =>
      toOpenedMessage(await verifier.begin(subjectOf(identity, email), { method: "EMAIL", network })),
    async emailWithdrawal({ id, username }, { before, after, sessionId }) {
      const facts = { username, isRemoved: after === undefined, at: new Date(now()) };
      const notice = before === undefined ? undefined : await notices.prepare(id, addressChanged(before, facts), now());
      return verifier.withdrawal(id, "EMAIL", { sessionId, notice });
    },
    keyNotice: ({ id, username }, email) =>
      notices.prepare(id, signingKeyAdded(email, { username, at: new Date(now()) }), now()),
    sendNotices: () => void sendDue(),
  };
}

function openNotices(
  { settings, sharedLimiter, log, noticeIntervals }: VerificationModuleDeps,
  given: Pick<NoticeDeliveryDeps, "notices" | "mailer" | "pepper">,
  resources: AsyncDisposableStack,
): NoticeDelivery {
  const delivery = openNoticeDelivery({
    ...given,
    serviceName: settings.serviceName,
    byAddress: sharedLimiter("notices", windows.notices),
    overall: sharedLimiter("mails", { ...windows.mails, countMax: settings.mailsPerHour }),
    intervals: noticeIntervals ?? { pollMs: limits.noticePollMs, leaseMs: limits.noticeLeaseMs },
    now,
    undelivered: (error, { noticeId, isDropped }) => {
      const next = isDropped ? "it is dropped" : "it will be retried";
      log.warn({ err: error, noticeId }, `could not send a notice to an owner; ${next}`);
    },
    report: (error) => log.warn({ err: error }, "could not look for notices to owners; it will be retried"),
  });
  return resources.adopt(delivery, (opened) => opened.close());
}

async function handlersOf(
  { settings, sharedLimiter, hashing }: VerificationModuleDeps,
  pepper: Uint8Array,
  { mailer, phone }: { readonly mailer: Mailer; readonly phone: PhoneSender },
): Promise<VerifierDeps["handlers"]> {
  const { serviceName, relyingParty } = settings;
  const byAddress = sharedLimiter("codes", windows.sentCodes);
  const limitsOf = (name: string, overall: SharedBounds) => {
    const byNetwork = createFixedWindowLimiter({
      ...windows.networkCodes,
      exceeded: limitSentence(windows.networkCodes),
      now,
    });
    return sentCodeLimits({ pepper, byAddress, byNetwork, overall: sharedLimiter(name, overall) });
  };
  return createChallengeHandlers({
    hasher: await createHasher({ pepper, ...(hashing && { parameters: hashing }) }),
    pepper,
    mailer,
    phone,
    serviceName,
    relyingParty,
    randomBytes,
    mailLimits: limitsOf("mails", { ...windows.mails, countMax: settings.mailsPerHour }),
    textMessageLimits: limitsOf("text messages", { ...windows.textMessages, countMax: settings.textMessagesPerHour }),
  });
}

function phoneOf({ settings, outbound }: VerificationModuleDeps, mailTrap: MailTrap): PhoneSender {
  const { phoneWebhook, serviceName } = settings;
  return phoneWebhook === undefined
    ? mailTrap
    : createWebhookPhoneSender(signedPostTo(phoneWebhook, outbound), serviceName);
}

function mailerOf({ settings, hostName, outbound }: VerificationModuleDeps, mailTrap: MailTrap): Mailer {
  const { mail, serviceName } = settings;
  return mail === undefined
    ? mailTrap
    : createSmtpMailer({ ...mail, serviceName, hostName, resolve: outbound.resolve });
}

function complianceOf({
  settings,
  sharedLimiter,
  outbound,
}: VerificationModuleDeps): ReviewOperationsDeps["compliance"] {
  const { complianceWebhook } = settings;
  if (complianceWebhook === undefined) return undefined;
  return {
    ask: createWebhookComplianceChecks(signedPostTo(complianceWebhook, outbound)).request,
    secrets: [Buffer.from(complianceWebhook.secret, "utf8")],
    requestLimiter: sharedLimiter("compliance", windows.complianceRequests),
  };
}

function signedPostTo({ url, secret }: SignedWebhook, { fetch }: Outbound): SignedPost {
  return createSignedPost({
    url,
    secrets: [Buffer.from(secret, "utf8")],
    fetch,
    clock: () => new Date(),
    wait: (milliseconds) => sleep(milliseconds),
  });
}

interface SignedWebhook {
  readonly url: string;
  readonly secret: string;
}
