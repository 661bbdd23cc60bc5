import { limits } from "../limits.ts";
import type { NamedBounds } from "./fixed-window.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Calls of a principal. Their bound is its plan's `requestsPerMinute`. */
export const callsWindowMs = minuteMs;

/**
 * Every fixed window except that of plans: what it counts, and where. The database counts for all processes and over
 * restarts; a process or a connection counts for itself, and `setting` replaces the bound.
 */
export const windows = {
  wrongCredentials: {
    countMax: 300,
    windowMs: minuteMs,
    what: "wrong credentials from one network, but for what the service has made",
    scope: "process",
  },
  refusedCredentials: {
    countMax: 300,
    windowMs: minuteMs,
    what: "uses of a key or session token that is revoked or has expired",
    scope: "process",
  },
  authenticationFailures: {
    countMax: 60,
    windowMs: minuteMs,
    what: "failed authentications by one caller",
    scope: "process",
  },
  // By caller and identity: nobody is locked out by another caller's failures.
  identityAuthenticationFailures: {
    countMax: 10,
    windowMs: minuteMs,
    what: "failed authentications of an identity by one caller",
    scope: "process",
  },
  signatureFailures: {
    countMax: 10,
    windowMs: minuteMs,
    what: "orders of a sender with a wrong signature by one caller",
    scope: "process",
  },
  transactions: {
    countMax: 60_000,
    windowMs: minuteMs,
    what: "transactions and exchanges of an identity",
    scope: "process",
    setting: "TRANSACTIONS_PER_MINUTE",
  },
  networkRegistrations: {
    countMax: 100,
    windowMs: hourMs,
    what: "registrations from one network",
    scope: "process",
    setting: "REGISTRATIONS_PER_NETWORK",
  },
  registrations: {
    countMax: 1_000,
    windowMs: hourMs,
    what: "registrations",
    scope: "database",
    setting: "REGISTRATIONS_PER_HOUR",
  },
  newKeys: { countMax: 20, windowMs: dayMs, what: "new keys of an identity", scope: "database" },
  newApiKeys: { countMax: 100, windowMs: dayMs, what: "new API keys of an identity", scope: "database" },
  // By identity and factor, as are wrong answers.
  challenges: { countMax: 10, windowMs: hourMs, what: "challenges of one method", scope: "database" },
  wrongAnswers: {
    countMax: 15,
    windowMs: hourMs,
    what: "wrong answers to challenges of one method",
    scope: "database",
  },
  // By address: it is not flooded on behalf of many identities.
  sentCodes: { countMax: 10, windowMs: hourMs, what: "codes to one address", scope: "database" },
  notices: { countMax: 10, windowMs: hourMs, what: "notices to one address", scope: "database" },
  // Mails and text messages are counted separately.
  networkCodes: { countMax: 60, windowMs: hourMs, what: "codes to people of one network", scope: "process" },
  mails: { countMax: 10_000, windowMs: hourMs, what: "mails", scope: "database", setting: "MAILS_PER_HOUR" },
  textMessages: {
    countMax: 1_000,
    windowMs: hourMs,
    what: "text messages",
    scope: "database",
    setting: "TEXT_MESSAGES_PER_HOUR",
  },
  complianceRequests: { countMax: 10, windowMs: hourMs, what: "compliance checks of an identity", scope: "database" },
  channelControlMessages: {
    countMax: limits.channelIdleMessagesMax,
    windowMs: limits.channelPingMs,
    what: "pings and other messages of a channel's connection that start no operation",
    scope: "connection",
  },
  loggedRefusals: {
    countMax: 100,
    windowMs: 1_000,
    what: "refusals of unknown callers and of excess calls that are logged one by one",
    scope: "process",
  },
  auditedRefusals: {
    countMax: 60,
    windowMs: minuteMs,
    what: "refused administrators, and callers without a permission, that the audit log records one by one",
    scope: "process",
  },
} as const satisfies Readonly<Record<string, NamedBounds & { readonly setting?: string }>>;
