import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import { computed, signal } from "@preact/signals";
import { Client } from "../../../typescript/src/client.ts";
import { isLoopback } from "../../../typescript/src/endpoint.ts";
import type { Credentials } from "../../../typescript/src/identity/mint-token.ts";
import type { Session } from "../../../typescript/src/identity/session.ts";
import type { TokenMinter } from "../../../typescript/src/identity/token-minter.ts";
import { lacksPermission } from "../ui/lacks-permission.ts";
import { developerKey } from "./developer-key.ts";
import { isOpen } from "./open-session.ts";

/** A signed-in identity, with the session of this browser. */
export interface IdentityAccount {
  readonly kind: "identity";
  readonly identityId: string;
  readonly username: string;
  readonly credentials: Credentials;
  /** Whether a passkey guards the account, so that its session belongs only to this tab. */
  readonly isSealed: boolean;
  readonly minter: TokenMinter;
  readonly session: Session;
  /** Replaces the session by a new one: a fresh proof of the identity, at its present level. */
  readonly renew: () => Promise<void>;
}

/** The user of the console. */
export type Account = { readonly kind: "anonymous" } | IdentityAccount | { readonly kind: "key"; readonly key: string };

const endpoint = location.origin;
export const account = signal<Account>({ kind: "anonymous" });

/** Why this browser cannot store accounts; undefined if it can. */
export const keepingFailure = signal<unknown>(undefined);

/** Why the last user was signed out. */
export const ending = signal("");

/** The service, called as the signed-in user. */
export const client = computed(() => clientOf(account.value));

/**
 * The service, called without an account: with the developer's key if this tab has it, otherwise without credentials.
 */
export const anonymous = new Client({
  endpoint,
  ...(isLoopback(endpoint) && { credentials: () => developerKey.value }),
});

function clientOf(who: Account): Client {
  if (who.kind === "identity") return new Client({ transport: provingTransport(who), endpoint });
  return who.kind === "key" ? new Client({ endpoint, credentials: who.key }) : anonymous;
}

/**
 * A transport that opens a new session with the key of the account: to repeat a call for which the service wants a
 * fresh proof of the identity, and after a call that ended the session, such as one that lowers the identity's level.
 */
function provingTransport({ identityId, session, renew }: IdentityAccount): Transport {
  return {
    ...session.transport,
    unary: async (...call) => {
      const [method] = call;
      let used = session;
      const answer = await session.transport.unary(...call).catch(async (error: unknown) => {
        if (!lacksPermission(error) || !mayNeedProof(method)) throw error;
        await renew();
        const who = account.value;
        if (who.kind !== "identity") throw error;
        used = who.session;
        return used.transport.unary(...call);
      });
      if (mayLowerLevel(method) && !(await isOpen(identityId, used))) await renew();
      return answer;
    },
  };
}

function mayNeedProof({ name, parent }: DescMethod): boolean {
  return (
    parent.typeName.startsWith("identity.v1.") || (parent.typeName === "admin.v1.KeyService" && name === "CreateKey")
  );
}

function mayLowerLevel({ name, parent, idempotency }: DescMethod): boolean {
  if (idempotency === IdempotencyLevel.NO_SIDE_EFFECTS) return false;
  return parent.typeName === "identity.v1.VerificationService" || name === "UpdateIdentity";
}
