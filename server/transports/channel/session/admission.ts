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
  /** What its plan allows at once. */
  readonly concurrentRequests: number;
}

/** From where, under which id of the log, and by whose session if there is one already. */
export type Origin = Pick<ChannelCaller, "address" | "requestId" | "authorization">;

const service = "identity.v1.AuthenticationService";

/** Lets identities in by the same operations, limits and log as every door. */
export class Admission {
  readonly #calls: Calls;
  readonly #identify: Authenticate;

  constructor(calls: Calls, identify: Authenticate) {
    this.#calls = calls;
    this.#identify = identify;
  }

  /** A nonce for one rotating token. Undefined when too many were asked for from there. */
  async challenge(origin: Origin): Promise<string | undefined> {
    const members = { clientId: "channel" };
    try {
      const { challenge } = await this.#calls.ask(`${service}/CreateChallenge`, members, origin);
      return challenge as string;
    } catch (error) {
      if (error instanceof Fault && error.reason === "RATE_LIMIT_EXCEEDED") return undefined;
      throw error;
    }
  }

  /**
   * Consumes a rotating token that was made for this channel.
   *
   * @throws Fault INVALID_API_KEY with the code of its refusal, or RATE_LIMIT_EXCEEDED
   */
  async byRotatingToken(token: string, channelBinding: string, origin: Origin): Promise<Admitted> {
    const answer = await this.#calls.ask(`${service}/Authenticate`, { token }, { ...origin, channelBinding });
    if (answer["success"] !== true) throw refused(this.#refusalOf(answer["errorCode"] as number));
    const sessionToken = answer["sessionToken"] as string;
    const principal = await this.#identify(bearer(sessionToken));
    if (principal.session === undefined) throw new Error("a new session is not known");
    return {
      identityId: principal.session.identityId,
      sessionToken,
      authLevel: answer["authLevel"] as number,
      concurrentRequests: principal.plan.concurrentRequests,
    };
  }

  /** @throws Fault INVALID_API_KEY for what is no token of an open session, or RATE_LIMIT_EXCEEDED */
  async bySessionToken(sessionToken: string, origin: Origin): Promise<Admitted> {
    const authorization = bearer(sessionToken);
    const { session, plan } = await this.#identify(authorization);
    // A key of an application is nobody's session.
    if (session === undefined) throw new Fault("INVALID_API_KEY", "The token is not that of a session.");
    const { identityId } = session;
    const { sessions } = await this.#calls.ask(`${service}/ListSessions`, { identityId }, { ...origin, authorization });
    const own = (sessions as { id: string; authLevel: number }[]).find(({ id }) => id === session.id);
    if (own === undefined) throw new Fault("INVALID_API_KEY", "The session is over.");
    return { identityId, sessionToken, authLevel: own.authLevel, concurrentRequests: plan.concurrentRequests };
  }

  /** Whether a session is still open. It counts as used. */
  async isOpen(sessionToken: string): Promise<boolean> {
    try {
      await this.#identify(bearer(sessionToken));
      return true;
    } catch (error) {
      if (isCredentialsFault(error)) return false;
      throw error;
    }
  }

  /** Such as AUTH_ERROR_TOKEN_EXPIRED. */
  #refusalOf(number: number): string {
    const { output } = this.#calls.find(`${service}/Authenticate`).method;
    const { enum: codes } = output.field["errorCode"] as { enum: DescEnum };
    return (codes.value[number]?.name ?? "AUTH_ERROR").replace("_CODE_", "_");
  }
}

/** As the pipeline takes it. */
export function bearer(sessionToken: string): string {
  return `Bearer ${sessionToken}`;
}

function refused(code: string): Fault {
  return new Fault("INVALID_API_KEY", `${code}: the rotating token was refused.`, { parameter: "rotating_token" });
}
