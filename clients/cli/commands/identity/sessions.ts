import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { limitOption, listPages, profileCommand } from "../../remote-command.ts";

const { listSessions, revokeSession, revokeAllSessions, listAuthenticationEvents } = AuthenticationService.method;

export const identitySessions = profileCommand({
  name: "identity sessions",
  summary: "Lists the open sessions of an identity.",
  method: listSessions,
  request: (_, identityId) => ({ identityId }),
});

export const identityEndSession = profileCommand({
  name: "identity end-session",
  summary: "Ends a session.",
  operands: ["SESSION"],
  method: revokeSession,
  request: ({ operands: [sessionId] }, identityId) => ({ identityId, sessionId }),
});

export const identityEndSessions = profileCommand({
  name: "identity end-sessions",
  summary: "Ends all sessions of an identity, such as after a device was lost.",
  method: revokeAllSessions,
  request: (_, identityId) => ({ identityId }),
});

export const identitySignIns = command({
  name: "identity sign-ins",
  summary: "Lists when and from where an identity has signed in, the newest first.",
  options: { limit: limitOption, profile: profileOption },
  run({ options: { limit, profile }, session }) {
    const { transport, identityId } = session(profile);
    return listPages(transport, listAuthenticationEvents, { identityId }, limit);
  },
});
