import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { AuthenticationService, SessionSchema } from "#contract/identity/v1/authentication_service_pb.js";
import { type Session, sessionOfAuthentication } from "../../../access/domain/sessions.ts";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import { pageEndId } from "../../../rpc/pages.ts";
import type { Principal } from "../../../rpc/principal.ts";
import { authLevels } from "../domain/auth-level.ts";
import type { AuthenticationOperationsDeps } from "./authentication-deps.ts";

type SessionOperations = Pick<
  Operations<typeof AuthenticationService>,
  "issueJwt" | "logout" | "listSessions" | "revokeSession" | "revokeAllSessions" | "listAuthenticationEvents"
>;

/** Operations on sessions: tokens for other services, the end of sessions, and their history. */
export function sessionOperations({ sessions, mintJwt, now }: AuthenticationOperationsDeps): SessionOperations {
  return {
    async issueJwt({ lifetime, audience }, { principal }) {
      const { identityId, id, authLevel = 0 } = sessionOf(principal);
      const claims = {
        sub: identityId,
        scope: principal.permissions.join(" "),
        sid: id,
        acr: authLevels[authLevel] as string,
        ...(audience !== "" && { aud: audience }),
      };
      const { jwt, expiresAtSeconds } = await mintJwt(claims, lifetime);
      return { jwt, expiresAt: timestampFromDate(new Date(expiresAtSeconds * 1000)) };
    },

    async logout(_, { principal }) {
      const session = sessionOf(principal);
      await sessions.revoke(session.identityId, session.id, new Date(now()));
      return {};
    },

    async listSessions({ identityId }, { principal }) {
      const open = await sessions.listOpen(identityId, new Date(now()));
      return { sessions: open.map((session) => toMessage(session, principal)) };
    },

    async revokeSession({ identityId, sessionId }, { principal, act }) {
      const record = await act?.prepare();
      const session = await sessions.revoke(identityId, sessionId, new Date(now()), record?.alongside);
      if (session === undefined) throw new Fault("RESOURCE_NOT_FOUND", "The identity has no session with this id.");
      return { session: toMessage(session, principal) };
    },

    async revokeAllSessions({ identityId, keepCurrent }, { principal, act }) {
      const exceptId = keepCurrent ? principal.session?.id : undefined;
      const record = await act?.prepare();
      return { revoked: await sessions.revokeAll(identityId, { exceptId }, new Date(now()), record?.alongside) };
    },

    async listAuthenticationEvents({ identityId, pageSize, pageToken }) {
      const before = pageEndId(pageToken);
      // Every session is the record of the authentication that opened it, or of one that renewed another.
      const found = await sessions.list(identityId, before, pageSize + 1);
      const page = found.slice(0, pageSize);
      return {
        events: page.map((session) => ({
          id: session.id,
          at: timestampFromDate(session.createdAt),
          clientId: session.clientId,
          authLevel: session.authLevel,
          sessionId: sessionOfAuthentication(session),
        })),
        ...(found.length > pageSize && { nextPageToken: page.at(-1)?.id as string }),
      };
    },
  };
}

/** @throws Fault STATE_INVALID for a caller that is not a session, such as a key with every permission */
function sessionOf({ session }: Principal): NonNullable<Principal["session"]> {
  if (session === undefined) throw new Fault("STATE_INVALID", "The call is not made by a session.");
  return session;
}

function toMessage(session: Session, principal: Principal): MessageInitShape<typeof SessionSchema> {
  return {
    id: session.id,
    clientId: session.clientId,
    isCurrent: session.id === principal.session?.id,
    ...(session.address !== undefined && { address: session.address }),
    authLevel: session.authLevel,
    createdAt: timestampFromDate(session.createdAt),
    lastUsedAt: timestampFromDate(session.lastUsedAt),
    expiresAt: timestampFromDate(session.expiresAt),
  };
}
