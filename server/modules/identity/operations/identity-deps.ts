import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ChallengeSchema } from "#contract/identity/v1/verification_pb.js";
import type { Sessions } from "../../../access/domain/sessions.ts";
import type { Alongside } from "../../../core/alongside.ts";
import { Fault } from "../../../core/fault.ts";
import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import type { Context } from "../../../rpc/operations.ts";
import type { Identities, Identity } from "../domain/identities.ts";
import type { Vault } from "../domain/vault.ts";

export interface IdentityOperationsDeps {
  readonly identities: Identities;
  readonly sessions: Sessions;
  readonly vault: Vault;
  /** Begins verifying an identity's e-mail address. Undefined if that failed. */
  readonly startVerification: (
    identity: Identity,
    email: string,
    network: string | undefined,
  ) => Promise<MessageInitShape<typeof ChallengeSchema> | undefined>;
  /**
   * Counts a registration.
   *
   * @throws Fault RATE_LIMIT_EXCEEDED
   */
  readonly admitRegistration: (context: Context) => Promise<void>;
  /** Limits new keys, by identity. */
  readonly newKeyLimiter: SharedLimiter;
  /**
   * Withdraws the verification of the previous address, ends all sessions except the given one, and stores the notice
   * to that address, in the transaction that changes it.
   */
  readonly emailWithdrawal: (
    identity: Identity,
    change: {
      readonly before: string | undefined;
      readonly after: string | undefined;
      readonly sessionId: string | undefined;
    },
  ) => Promise<Alongside>;
  /** Prepares the notice that an identity has another signing key, for the transaction that adds it. */
  readonly keyNotice: (identity: Identity, email: string) => Promise<Alongside>;
  /** Starts sending the stored notices, without waiting for it. */
  readonly sendNotices: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** @throws Fault RESOURCE_NOT_FOUND */
export async function foundIdentity(identities: Pick<Identities, "find">, id: string): Promise<Identity> {
  const identity = await identities.find(id);
  if (identity === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.");
  return identity;
}

/** Returns the fault of a username that another identity has, or that looks like one. */
export function nameTaken(username: string): Fault {
  return new Fault("RESOURCE_CONFLICT", "username is taken by an identity with this name or one that looks like it", {
    parameter: "username",
    provided: username,
  });
}
