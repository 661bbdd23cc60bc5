import type { Logger } from "pino";
import { VaultService } from "../../../gen/es/admin/v1/vault_pb.js";
import { AuthenticationService } from "../../../gen/es/identity/v1/authentication_service_pb.js";
import { IdentityService } from "../../../gen/es/identity/v1/identity_service_pb.js";
import { VerificationService } from "../../../gen/es/identity/v1/verification_service_pb.js";
import type { OwnIssuer } from "../../access/authentication/jwt-issuer.ts";
import { mintSessionToken } from "../../access/authentication/session-token.ts";
import type { Sessions } from "../../access/domain/sessions.ts";
import { createAttempts } from "../../access/limits/attempts.ts";
import type { Config } from "../../app/config.ts";
import type { SignatureCheck } from "../../core/signing/signature.ts";
import type { Store } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { storedHostAccounts } from "../host/store/host-accounts.ts";
import { vaultOperations } from "../vault/operations.ts";
import { developmentPassphrase, readPassphrase } from "../vault/passphrase-file.ts";
import { openPassphraseRoot, type Stretching } from "../vault/passphrase-root.ts";
import { storedVaultRecords } from "../vault/store/vault.ts";
import { openVault } from "../vault/vault.ts";
import type { HashParameters } from "../verification/methods/hasher.ts";
import type { Outbox } from "../verification/methods/mail-trap.ts";
import { composeVerification } from "../verification/module.ts";
import { standingOf, verificationOperations } from "../verification/operations/verification.ts";
import type { HostAccounts } from "./domain/host-accounts.ts";
import type { Identities, Identity } from "./domain/identities.ts";
import type { Vault } from "./domain/vault.ts";
import { authenticationOperations } from "./operations/authentication.ts";
import { withHostAccounts } from "./operations/host-logins.ts";
import { identityOperations } from "./operations/identities.ts";
import { composeOwnIssuer, type OwnSigner } from "./service-keys.ts";
import { storedAuthentications } from "./store/authentications.ts";
import { storedIdentities } from "./store/identities.ts";

export interface IdentityHouse {
  readonly identities: Identities;
  /** Identities as users of the host. */
  readonly accounts: HostAccounts;
  readonly vault: Vault;
  /** Signs by the service's own key. */
  readonly sign: OwnSigner["sign"];
  /** The service as an issuer of tokens. */
  readonly ownIssuer: OwnIssuer;
  /** What was kept instead of sent. */
  readonly outbox: Outbox;
  readonly tables: readonly ServiceTable[];
  close(): Promise<void>;
}

export interface IdentityHouseParts {
  readonly store: Store;
  readonly isSignature: SignatureCheck;
  readonly sessions: Sessions;
  readonly config: Config;
  readonly log: Logger;
  /** For tests, which start many servers. */
  readonly stretching?: Stretching | undefined;
  readonly hashing?: HashParameters | undefined;
}

const minuteMs = 60_000;
const rotationCheckMs = 60 * minuteMs;

/** Composes what identities need: the vault, the stores, the operations. */
export async function composeIdentity(parts: IdentityHouseParts): Promise<IdentityHouse> {
  const { store, sessions, isSignature, config, log, stretching } = parts;
  const now = Date.now;
  const records = storedVaultRecords(store);
  const passphrase =
    config.vaultPassphraseFile === undefined
      ? developmentPassphrase(config.dataDirectory)
      : readPassphrase(config.vaultPassphraseFile);
  const root = await openPassphraseRoot(passphrase, records, stretching);
  const report = (error: unknown) => log.error({ err: error }, "the vault's keys could not be rotated");
  const vault = await openVault({ root, records, now, report });
  const rotate = () => vault.rotateIfDue().catch(report);
  void rotate();
  const rotating = setInterval(rotate, rotationCheckMs).unref();

  const accounts = storedHostAccounts(store, config.hostSystem.uids);
  const identities = withHostAccounts(storedIdentities(store), accounts, (error) =>
    log.error({ err: error }, "an identity was given no number as a user of the host"),
  );
  const { verifier, outbox, reviews } = await composeVerification({ ...parts, identities, vault });
  const startVerification = async (identity: Identity, email: string) => {
    try {
      await verifier.begin(standingOf(identity, email), "EMAIL", undefined);
    } catch (error) {
      // The identity is made; its owner can ask for another challenge.
      log.warn(
        { err: error, identityId: identity.id },
        "the verification that a new identity begins with did not begin",
      );
    }
  };
  const emailChanged = (identity: Identity, email: string | undefined) =>
    verifier.lose(standingOf(identity, email), "EMAIL");
  const { issuer: ownIssuer, sign } = await composeOwnIssuer(identities, vault, config);
  return {
    identities,
    accounts,
    vault,
    sign,
    ownIssuer,
    outbox,
    tables: [
      {
        service: IdentityService,
        operations: identityOperations({ identities, sessions, vault, startVerification, emailChanged, now }),
      },
      {
        service: VerificationService,
        operations: verificationOperations({ identities, vault, verifier }),
      },
      reviews,
      { service: VaultService, operations: vaultOperations(vault) },
      {
        service: AuthenticationService,
        operations: authenticationOperations({
          identities,
          authentications: storedAuthentications(store),
          sessions,
          vault,
          isSignature,
          audience: config.tokenAudience,
          windowSeconds: config.rotationWindowSeconds,
          grantable: config.sessionGrants,
          mint: mintSessionToken,
          mintJwt: ownIssuer.mint,
          failures: {
            ofCallers: createAttempts({ failuresMax: 60, windowMs: minuteMs, now }),
            ofIdentities: createAttempts({ failuresMax: 10, windowMs: minuteMs, now }),
          },
          onClone: (identityId, clientId) =>
            log.warn({ identityId, clientId }, "a rotating token was used that another client has made"),
          now,
        }),
      },
    ],
    async close() {
      clearInterval(rotating);
      await vault.close();
    },
  };
}
