import type { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import type { Operations } from "../../../rpc/operations.ts";
import type { AuthenticationOperationsDeps } from "./authentication-deps.ts";
import { sessionOperations } from "./sessions.ts";
import { tokenAuthentication } from "./token-authentication.ts";
import { tokenIssuance } from "./token-issuance.ts";

/** The operations of identity.v1.AuthenticationService. */
export function authenticationOperations(deps: AuthenticationOperationsDeps): Operations<typeof AuthenticationService> {
  return { ...tokenIssuance(deps), ...tokenAuthentication(deps), ...sessionOperations(deps) };
}
