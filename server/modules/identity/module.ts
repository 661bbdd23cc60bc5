import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Logger } from "pino";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import type { ChallengeSchema } from "#contract/identity/v1/verification_pb.js";
import type { Sessions } from "../../access/domain/sessions.ts";
import { limitSentence } from "../../core/fixed-window/fixed-window.ts";
import { createFixedWindowLimiter } from "../../core/fixed-window/fixed-window-limiter.ts";
import type { CreateSharedLimiter } from "../../core/fixed-window/shared-limiter.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import type { SignatureCheck } from "../../core/signing/signature.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Operations } from "../../rpc/operations.ts";
import { isEndUser, networkOfPerson } from "../../rpc/people.ts";
import type { IdentitySettings } from "./config.ts";
import type { Identities, Identity } from "./domain/identities.ts";
import type { Vault } from "./domain/vault.ts";
import { authenticationOperations } from "./operations/authentication.ts";
import type { AuthenticationOperationsDeps } from "./operations/authentication-deps.ts";
import { type HostLoginDeps, withHostAccounts } from "./operations/host-logins.ts";
import { identityOperations } from "./operations/identities.ts";
import type { IdentityOperationsDeps } from "./operations/identity-deps.ts";
import { openServiceSigner, type ServiceSigner } from "./service-signer.ts";
import { storedAuthentications } from "./store/authentications.ts";
import { storedIdentities } from "./store/identities.ts";

export interface IdentityModuleDeps {
  readonly database: Database;
  readonly identities: Identities;
  readonly sessions: Sessions;
  readonly vault: Vault;
  readonly isSignature: SignatureCheck;
  /** Whether the contract has a permission, or an area such as `wallets:*`. */
  readonly isPermission: (word: string) => boolean;
  readonly mintSessionToken: AuthenticationOperationsDeps["mint"];
  readonly verification: EmailVerification;
  readonly settings: IdentitySettings;
  readonly sharedLimiter: CreateSharedLimiter;
  readonly log: Logger;
}

/** Port: the verification of e-mail addresses. */
export interface EmailVerification {
  /** Sends a code to the owner of a new identity. */
  begin(
    identity: Identity,
    email: string,
    network: string | undefined,
  ): Promise<MessageInitShape<typeof ChallengeSchema>>;
  readonly emailWithdrawal: IdentityOperationsDeps["emailWithdrawal"];
  readonly keyNotice: IdentityOperationsDeps["keyNotice"];
  readonly sendNotices: IdentityOperationsDeps["sendNotices"];
}

export interface IdentityModule extends ServiceSigner {
  readonly tables: readonly ServiceTable[];
  readonly authenticate: Operations<typeof AuthenticationService>["authenticate"];
}

/** Opens the store of identities. Identities that become users of the host get a UID at once. */
export function openIdentities(database: Database, host: Omit<HostLoginDeps, "report">, log: Logger): Identities {
  return withHostAccounts(storedIdentities(database), {
    ...host,
    report: (error) => log.error({ err: error }, "could not assign an identity its UID as a user of the host"),
  });
}

/** Opens identities, their authentication, and the service's own signing keys. */
export async function openIdentityModule(deps: IdentityModuleDeps): Promise<IdentityModule> {
  const { database, identities, sessions, vault, isSignature, verification, settings, log } = deps;
  const now = Date.now;
  const signer = await openServiceSigner(identities, vault, settings);
  const startVerification: IdentityOperationsDeps["startVerification"] = async (identity, email, network) => {
    try {
      return await verification.begin(identity, email, network);
    } catch (error) {
      // The identity exists; its owner can request another challenge.
      log.warn(
        { err: error, identityId: identity.id },
        "could not start the initial verification of the e-mail address",
      );
      return undefined;
    }
  };
  const authentication = authenticationOperations({
    identities,
    authentications: storedAuthentications(database),
    sessions,
    vault,
    isSignature,
    audience: settings.tokenAudience,
    windowSeconds: settings.rotationWindowSeconds,
    explainsTokens: settings.explainsTokens,
    grantable: settings.sessionGrants,
    isPermission: deps.isPermission,
    mint: deps.mintSessionToken,
    mintJwt: signer.jwtIssuer.mint,
    failures: {
      byCaller: createFixedWindowLimiter({ ...windows.authenticationFailures, now }),
      byIdentity: createFixedWindowLimiter({ ...windows.identityAuthenticationFailures, now }),
    },
    onClone: (identityId, clientId) =>
      log.warn({ identityId, clientId }, "two clients of an identity use the same keys"),
    now,
  });
  const { emailWithdrawal, keyNotice, sendNotices } = verification;
  return {
    ...signer,
    authenticate: authentication.authenticate,
    tables: [
      {
        service: IdentityService,
        operations: identityOperations({
          ...{ identities, sessions, vault, startVerification, emailWithdrawal, keyNotice, sendNotices, now },
          admitRegistration: registrationLimit(deps),
          newKeyLimiter: deps.sharedLimiter("keys", windows.newKeys),
        }),
      },
      { service: AuthenticationService, operations: authentication },
    ],
  };
}

/** Limits the registrations of people, by network and in total. Those of an application count against its plan. */
function registrationLimit({
  settings,
  sharedLimiter,
}: IdentityModuleDeps): IdentityOperationsDeps["admitRegistration"] {
  const byNetwork = createFixedWindowLimiter({
    ...windows.networkRegistrations,
    countMax: settings.registrationsPerNetwork,
    exceeded: limitSentence({ ...windows.networkRegistrations, countMax: settings.registrationsPerNetwork }),
    now: Date.now,
  });
  const overall = sharedLimiter("registrations", {
    ...windows.registrations,
    countMax: settings.registrationsPerHour,
  });
  return async (context) => {
    const network = networkOfPerson(context);
    if (network !== undefined) byNetwork.consume(network);
    if (isEndUser(context)) await overall.consume("all");
  };
}
