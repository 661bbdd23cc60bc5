import type { Sessions } from "../../../access/domain/sessions.ts";
import type { Alongside } from "../../../core/alongside.ts";
import type { Principal } from "../../../rpc/principal.ts";

/** Ends the other sessions of the identity whose session makes a change, in the transaction of the change. */
export function endingOtherSessions(
  sessions: Pick<Sessions, "ending">,
  { session }: Principal,
  identityId: string,
  at: Date,
): Alongside | undefined {
  return session?.identityId === identityId ? sessions.ending(identityId, { exceptId: session.id }, at) : undefined;
}
