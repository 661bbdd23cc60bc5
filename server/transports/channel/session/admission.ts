import type { DescEnum } from "@bufbuild/protobuf";
import { Fault } from "../../../core/fault.ts";
import type { Authenticate } from "../../../rpc/pipeline.ts";
import { isCredentialsFault } from "../wire/error.ts";
import type { Calls, ChannelCaller } from "./calls.ts";

/** An identity that may use a channel. */
export interface Admitted {
  readonly identityId: string;
  readonly sessionToken: string;
  /** From 0, AUTH_NONE, to 5, AUTH_ENTERPRISE. */
  readonly authLevel: number;
  /** Concurrent requests that its plan allows. */
  readonly concurrentRequests: number;
  /** Time at which it renewed its session on the channel, if it did: milliseconds since 1970, as those of sessions. */
  readonly provenAtMs?: number;
}

/** Origin of a call: address, request id for the log, and the session if there is one already. */
export type Origin = Pick<ChannelCaller, "address" | "requestId" | "authorization">;

const service = "identity.v1.AuthenticationService";
/** Parameter that a refused token names. */
const rotatingToken = "rotating_token";

/** Admits identities through the same operations, limits and log as every transport. */
export class Admission {
  readonly #calls: Calls;
  readonly #identify: Authenticate;

  constructor(calls: Calls, identify: Authenticate) {
    this.#calls = calls;
    this.#identify = identify;
  }

  /** Returns a nonce for one rotating token; undefined if this origin has requested too many. */
  async challenge(origin: Origin): Promise<string | undefined> {
    const members = { clientId: "channel" };
    try {
      const { challenge } = await this.#calls.call(`${service}/CreateChallenge`, members, origin);
      return challenge as string;
    } catch (error) {
      if (error instanceof Fault && error.reason === "RATE_LIMIT_EXCEEDED") return undefined;
      throw error;
    }
  }

  /**
   * Authenticates by a rotating token that is bound to this channel, and consumes it. It renews the session of the origin if
   * that is the same identity's, and opens one otherwise.
   *
   * @throws Fault INVALID_API_KEY with the code of the refusal, or RATE_LIMIT_EXCEEDED
   */
  async byRotatingToken(token: string, channelBinding: string, origin: Origin): Promise<Admitted> {
    const answer = await this.#calls.call(`${service}/Authenticate`, { token }, { ...origin, channelBinding });
    if (answer["success"] !== true) throw refused(this.#refusalOf(answer["errorCode"] as number));
    const isRenewed = answer["sessionToken"] === "";
    const sessionToken = isRenewed ? tokenOf(origin) : (answer["sessionToken"] as string);
    const principal = await this.#identify(bearer(sessionToken));
    if (principal.session === undefined)
      throw new Error("authentication did not find the session that was just opened");
    return {
      identityId: principal.session.identityId,
      sessionToken,
      authLevel: answer["authLevel"] as number,
      concurrentRequests: principal.plan.concurrentRequests,
      ...(isRenewed && { provenAtMs: Date.now() }),
    };
  }

  /** Authenticates in the same way, and renews the session with this token if it is still open. */
  async renewing(earlierToken: string, token: string, channelBinding: string, origin: Origin): Promise<Admitted> {
    try {
      return await this.byRotatingToken(token, channelBinding, { ...origin, authorization: bearer(earlierToken) });
    } catch (error) {
      if (!isCredentialsFault(error) || error.facts.parameter === rotatingToken) throw error;
      return await this.byRotatingToken(token, channelBinding, origin);
    }
  }

  /** @throws Fault INVALID_API_KEY if the token is not that of an open session, or RATE_LIMIT_EXCEEDED */
  async bySessionToken(sessionToken: string, origin: Origin): Promise<Admitted> {
    const authorization = bearer(sessionToken);
    const { session, plan } = await this.#identify(authorization, origin);
    // API keys of applications have no session.
    if (session === undefined) throw new Fault("INVALID_API_KEY", "The token is not that of a session.");
    const { identityId } = session;
    const { sessions } = await this.#calls.call(
      `${service}/ListSessions`,
      { identityId },
      { ...origin, authorization },
    );
    const own = (sessions as { id: string; authLevel: number }[]).find(({ id }) => id === session.id);
    if (own === undefined) throw new Fault("INVALID_API_KEY", "The session is over.");
    return { identityId, sessionToken, authLevel: own.authLevel, concurrentRequests: plan.concurrentRequests };
  }

  /** Whether a session is still open. The check counts as a use of it. */
  async isOpen(sessionToken: string): Promise<boolean> {
    try {
      await this.#identify(bearer(sessionToken));
      return true;
    } catch (error) {
      if (isCredentialsFault(error)) return false;
      throw error;
    }
  }

  /** Returns the name of an error code, such as AUTH_ERROR_TOKEN_EXPIRED. */
  #refusalOf(number: number): string {
    const { output } = this.#calls.find(`${service}/Authenticate`).method;
    const { enum: codes } = output.field["errorCode"] as { enum: DescEnum };
    return (codes.value[number]?.name ?? "AUTH_ERROR").replace("_CODE_", "_");
  }
}

/** Returns the value of an Authorization header with a session token. */
export function bearer(sessionToken: string): string {
  return `Bearer ${sessionToken}`;
}

function tokenOf({ authorization = "" }: Origin): string {
  return authorization.slice(bearer("").length);
}

function refused(code: string): Fault {
  return new Fault("INVALID_API_KEY", `${code}: the rotating token was refused.`, { parameter: rotatingToken });
}
