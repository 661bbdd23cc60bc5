import type { Sessions } from "../../../access/domain/sessions.ts";
import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import type { SignatureCheck } from "../../../core/signing/signature.ts";
import type { Authentications } from "../domain/authentications.ts";
import type { Identities } from "../domain/identities.ts";
import type { Vault } from "../domain/vault.ts";

export interface AuthenticationOperationsDeps {
  readonly identities: Identities;
  readonly authentications: Authentications;
  readonly sessions: Sessions;
  readonly vault: Vault;
  readonly isSignature: SignatureCheck;
  /** The `aud` that tokens must have. */
  readonly audience: string;
  readonly windowSeconds: number;
  /** Whether the answer to a rejected token names the violated rule. */
  readonly explainsTokens: boolean;
  /** Permissions that a scope may give a session, besides those on its own identity. */
  readonly grantable: readonly string[];
  /** Whether the contract has a permission, or an area such as `wallets:*`. */
  readonly isPermission: (word: string) => boolean;
  readonly mint: (sessionId: string) => { readonly token: string; readonly digest: Uint8Array };
  /** Signs a token of the service for other services. */
  readonly mintJwt: (
    claims: {
      readonly sub: string;
      readonly scope: string;
      readonly sid: string;
      /** Level of the session, such as `AUTH_STANDARD`. */
      readonly acr: string;
      /** By default the service itself. */
      readonly aud?: string;
    },
    lifetimeSeconds: number,
  ) => Promise<{ readonly jwt: string; readonly expiresAtSeconds: number }>;
  /** Failures by caller, and by caller and identity, so that no one is locked out by another caller's failures. */
  readonly failures: { readonly byCaller: FixedWindowLimiter; readonly byIdentity: FixedWindowLimiter };
  /** Called when two clients seem to have the same keys. */
  readonly onClone: (identityId: string, clientId: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
