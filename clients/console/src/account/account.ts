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

/** An identity that is signed in, with the session of this browser. */
export interface IdentityAccount {
  readonly kind: "identity";
  readonly identityId: string;
  readonly username: string;
  readonly credentials: Credentials;
  /** Whether a passkey guards the account, so that its session is this tab's alone. */
  readonly isSealed: boolean;
  readonly minter: TokenMinter;
  readonly session: Session;
  /** Opens another session in place of the present one: a fresh proof of the identity, at its present level. */
  readonly renew: () => Promise<void>;
}

/** Who uses the console. */
export type Account = { readonly kind: "anonymous" } | IdentityAccount | { readonly kind: "key"; readonly key: string };

const endpoint = location.origin;
export const account = signal<Account>({ kind: "anonymous" });

/** Why this browser keeps no accounts; undefined if it does. */
export const keepingFailure = signal<unknown>(undefined);

/** Why nobody is signed in any more, for who was. */
export const ending = signal("");

/** The service, called as who is signed in. */
export const client = computed(() => clientOf(account.value));

/** The service, called by nobody who is signed in: by the developer, if this tab has the key, otherwise without credentials. */
export const anonymous = new Client({
  endpoint,
  ...(isLoopback(endpoint) && { credentials: () => developerKey.value }),
});

function clientOf(who: Account): Client {
  if (who.kind === "identity") return new Client({ transport: provingTransport(who), endpoint });
  return who.kind === "key" ? new Client({ endpoint, credentials: who.key }) : anonymous;
}

/**
 * A transport that opens another session by the key of the account: where the service wants a fresh proof of the identity, to
 * make the call once more, and where the call has ended the session, as whatever lowers the level of an identity does.
 */
function provingTransport({ identityId, session, renew }: IdentityAccount): Transport {
  return {
    ...session.transport,
    unary: async (...call) => {
      const [method] = call;
      let used = session;
      const answer = await session.transport.unary(...call).catch(async (error: unknown) => {
        if (!lacksPermission(error) || !method.parent.typeName.startsWith("identity.v1.")) throw error;
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

function mayLowerLevel({ name, parent, idempotency }: DescMethod): boolean {
  if (idempotency === IdempotencyLevel.NO_SIDE_EFFECTS) return false;
  return parent.typeName === "identity.v1.VerificationService" || name === "UpdateIdentity";
}
