import { randomUUID } from "node:crypto";
import type { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { Fault } from "../../../../server/core/fault.ts";
import type { ServiceTable } from "../../../../server/rpc/handler.ts";
import type { Plan } from "../../../../server/rpc/plan.ts";
import type { Principal } from "../../../../server/rpc/principal.ts";

type Operations = { readonly [name in keyof typeof AuthenticationService.method]?: ServiceTable["operations"][string] };

/** Sessions and their owners, which outlive servers. */
export class Sessions {
  readonly plan: Plan;
  readonly #identities = new Map<string, string>();

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** Opens a session; returns its token. */
  open(identityId: string): string {
    const token = randomUUID();
    this.#identities.set(token, identityId);
    return token;
  }

  /** Ends the sessions of an identity. */
  end(identityId: string): void {
    for (const [token, of] of this.#identities) if (of === identityId) this.#identities.delete(token);
  }

  /** @throws Fault INVALID_API_KEY */
  principal(authorization: string | undefined): Required<Omit<Principal, "key">> {
    const id = authorization?.slice("Bearer ".length) ?? "";
    const identityId = this.#identities.get(id);
    if (identityId === undefined) throw new Fault("INVALID_API_KEY", "The session is over.");
    return { id: `identity:${identityId}`, plan: this.plan, permissions: [], identityId, session: { id, identityId } };
  }

  /**
   * Operations that the channel calls. A rotating token is `<identity> <binding>`. It renews a session of that identity, and
   * opens one otherwise.
   */
  readonly operations: Operations = {
    createChallenge: () => ({ challenge: "a nonce" }),
    authenticate: ({ token }, { channelBinding, principal }) => {
      const [identityId, binding] = token.split(" ");
      if (binding !== channelBinding) return { success: false, errorCode: 1 };
      if (principal.session?.identityId === identityId) return { success: true, authLevel: 2, sessionToken: "" };
      return { success: true, authLevel: 2, sessionToken: this.open(identityId) };
    },
    listSessions: ({ identityId }) => ({
      sessions: [...this.#identities].filter(([, of]) => of === identityId).map(([id]) => ({ id, authLevel: 2 })),
    }),
  };
}
