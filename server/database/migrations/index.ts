import { CreateApiKeys1763600000000 } from "./1763600000000-create-api-keys.ts";
import { CreateVault1763700000000 } from "./1763700000000-create-vault.ts";
import { CreateIdentities1763800000000 } from "./1763800000000-create-identities.ts";
import { CreateVerifications1763900000000 } from "./1763900000000-create-verifications.ts";
import { CreateReviews1764000000000 } from "./1764000000000-create-reviews.ts";
import { CreateLedger1764100000000 } from "./1764100000000-create-ledger.ts";
import { CreateHostAccounts1764200000000 } from "./1764200000000-create-host-accounts.ts";
import { GatherSessions1764300000000 } from "./1764300000000-gather-sessions.ts";
import { GatherPostings1764400000000 } from "./1764400000000-gather-postings.ts";
import { BindSessions1764500000000 } from "./1764500000000-bind-sessions.ts";
import { CountGuesses1764600000000 } from "./1764600000000-count-guesses.ts";
import { CountUses1764700000000 } from "./1764700000000-count-uses.ts";
import { CreateIdempotencyKeys1764800000000 } from "./1764800000000-create-idempotency-keys.ts";
import { CreateHolds1764900000000 } from "./1764900000000-create-holds.ts";
import { LinkEntries1765000000000 } from "./1765000000000-link-entries.ts";
import { CreateWebhooks1765100000000 } from "./1765100000000-create-webhooks.ts";
import { OwnKeys1765200000000 } from "./1765200000000-own-keys.ts";
import { RecordUsage1765300000000 } from "./1765300000000-record-usage.ts";
import { CreateProcesses1765400000000 } from "./1765400000000-create-processes.ts";
import { KeepEarlierSecrets1766000000000 } from "./1766000000000-keep-earlier-secrets.ts";
import { TellEventsApart1766000100000 } from "./1766000100000-tell-events-apart.ts";
import { LocateSessions1766100000000 } from "./1766100000000-locate-sessions.ts";
import { CreateOwnerNotices1766200000000 } from "./1766200000000-create-owner-notices.ts";

/** Every change of the schema, in the order of the time in its name. A change that was released is never edited. */
export const migrations = [
  CreateApiKeys1763600000000,
  CreateVault1763700000000,
  CreateIdentities1763800000000,
  CreateVerifications1763900000000,
  CreateReviews1764000000000,
  CreateLedger1764100000000,
  CreateHostAccounts1764200000000,
  GatherSessions1764300000000,
  GatherPostings1764400000000,
  BindSessions1764500000000,
  CountGuesses1764600000000,
  CountUses1764700000000,
  CreateIdempotencyKeys1764800000000,
  CreateHolds1764900000000,
  LinkEntries1765000000000,
  CreateWebhooks1765100000000,
  OwnKeys1765200000000,
  RecordUsage1765300000000,
  CreateProcesses1765400000000,
  KeepEarlierSecrets1766000000000,
  TellEventsApart1766000100000,
  LocateSessions1766100000000,
  CreateOwnerNotices1766200000000,
];
