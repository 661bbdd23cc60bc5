import { limits } from "../limits.ts";
import type { NamedBounds, WindowBounds } from "./fixed-window.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Calls of a principal. Their bound is its plan's `requestsPerMinute`. */
export const callsWindowMs = minuteMs;

/** Every fixed window except that of plans, by the name of what it counts. */
export const windows = {
  /** Wrong credentials by network. */
  wrongCredentials: { countMax: 300, windowMs: minuteMs },
  /** Refusals of unknown callers and of excess calls that are logged. */
  loggedRefusals: { countMax: 100, windowMs: 1_000 },
  /** Refused administrators, and failures of callers without a permission, that the audit log records. */
  auditedRefusals: { countMax: 60, windowMs: minuteMs },
  /** Failed authentications by caller. */
  authenticationFailures: { countMax: 60, windowMs: minuteMs },
  /** Failed authentications by caller and identity, so that no one is locked out by another caller's failures. */
  identityAuthenticationFailures: { countMax: 10, windowMs: minuteMs },
  /** Wrong signatures of orders, by caller and sender. */
  signatureFailures: { countMax: 10, windowMs: minuteMs },
  /** Transactions and exchanges by identity. `TRANSACTIONS_PER_MINUTE` replaces the bound. */
  transactions: { countMax: 60_000, windowMs: minuteMs },
  /** Identities that people registered themselves, by network. `REGISTRATIONS_PER_NETWORK` replaces the bound. */
  networkRegistrations: { countMax: 100, windowMs: hourMs, what: "registrations from one network" },
  /** The same for all networks together. `REGISTRATIONS_PER_HOUR` replaces the bound. */
  registrations: { countMax: 1_000, windowMs: hourMs, what: "registrations" },
  /** New signing keys and rotation keys by identity. */
  newKeys: { countMax: 20, windowMs: dayMs, what: "new keys of an identity" },
  /** New API keys by identity. */
  newApiKeys: { countMax: 100, windowMs: dayMs, what: "new API keys of an identity" },
  /** Requested challenges, by identity and factor. */
  challenges: { countMax: 10, windowMs: hourMs, what: "challenges of one method" },
  /** Wrong answers to challenges, by identity and factor. */
  wrongAnswers: { countMax: 15, windowMs: hourMs },
  /** Sent codes, by address, so that no address is flooded on behalf of many identities. */
  sentCodes: { countMax: 10, windowMs: hourMs, what: "codes to one address" },
  /** Sent notices, by address. */
  notices: { countMax: 10, windowMs: hourMs, what: "notices to one address" },
  /** Codes that people requested, by network; mails and text messages are counted separately. */
  networkCodes: { countMax: 60, windowMs: hourMs, what: "codes to people of one network" },
  /** All mails. `MAILS_PER_HOUR` replaces the bound. */
  mails: { countMax: 10_000, windowMs: hourMs, what: "mails" },
  /** All text messages. `TEXT_MESSAGES_PER_HOUR` replaces the bound. */
  textMessages: { countMax: 1_000, windowMs: hourMs, what: "text messages" },
  /** Requested compliance checks, by identity. */
  complianceRequests: { countMax: 10, windowMs: hourMs, what: "compliance checks of an identity" },
  /** Pings and other messages of a channel's connection that start no operation. */
  channelControlMessages: { countMax: limits.channelIdleMessagesMax, windowMs: limits.channelPingMs },
} as const satisfies Readonly<Record<string, WindowBounds | NamedBounds>>;
