import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { Open, open, owner, permission } from "#contract/access/v1/access_pb.js";
import type { JsonObject } from "./json.ts";

/** Schemes of credentials, by name. All of them are sent as `Authorization: Bearer`. */
export const securitySchemes: JsonObject = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "API key",
    description: "A key of the operator or of an application, with the permissions that it was created with.",
  },
  jwt: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "A JWT (RFC 7519) of an issuer that the server trusts, whose scope names permissions; or of this service itself, " +
      "for a session (`AuthenticationService_IssueJwt`).",
  },
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "session token",
    description:
      "The session of an identity. `AuthenticationService_Authenticate` opens it: a rotating token, which the identity " +
      "signs for one use (docs/rotating-token.md), is sent there in the body and never in a header.",
  },
};

/** Returns the credentials that a method accepts. An empty alternative means none; roles are permissions. */
export function securityOf(method: DescMethod): JsonObject[] {
  const openTo = getOption(method, open);
  const isOpenToAll = [Open.ALWAYS, Open.FOR_REGISTRATION].includes(openTo);
  const withPermission = [getOption(method, permission)];
  const isForSessions = isOpenToAll || openTo === Open.TO_SESSIONS || getOption(method, owner) !== "";
  return [
    ...(isOpenToAll ? [{}] : []),
    { apiKey: withPermission },
    { jwt: withPermission },
    { session: isForSessions ? [] : withPermission },
  ];
}
