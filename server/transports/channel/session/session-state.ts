import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Fault } from "../../../core/fault.ts";
import type { OnBug } from "../../../rpc/telemetry/bug-line.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { errorOf, isCredentialsFault } from "../wire/error.ts";
import type { Admission, Admitted, Origin } from "./admission.ts";
import { Rotation, type RotationEffect } from "./rotation.ts";

export interface SessionStateDeps {
  readonly admission: Admission;
  /** Rotation window. */
  readonly windowMs: number;
  /** Whole milliseconds since 1970, monotonic. */
  readonly now: () => number;
  /** Called with errors inside the service. */
  readonly onBug: OnBug;
}

/** Interval between checks for sessions that have expired, or whose end was not told. */
const sessionCheckMs = 60_000;

/** The session of a channel's caller: its identity, whether it is still open, and when it must be renewed. */
export class SessionState {
  readonly #deps: SessionStateDeps;
  readonly #rotation: Rotation;
  #admitted: Admitted;
  #checkedAtMs: number;

  constructor(admitted: Admitted, deps: SessionStateDeps) {
    this.#deps = deps;
    this.#admitted = admitted;
    const nowMs = deps.now();
    this.#checkedAtMs = nowMs;
    this.#rotation = new Rotation(deps.windowMs, nowMs);
  }

  get admitted(): Admitted {
    return this.#admitted;
  }

  /** Deadline for the caller to authenticate again. */
  get endsAtMs(): number {
    return this.#rotation.endsAtMs;
  }

  /** Records that the same caller has authenticated again. */
  renew(admitted: Admitted): void {
    const nowMs = this.#deps.now();
    this.#admitted = admitted;
    this.#checkedAtMs = nowMs;
    this.#rotation.renewed(nowMs);
  }

  tick(nowMs: number): RotationEffect | "check" {
    const effect = this.#rotation.tick(nowMs);
    return effect === "nothing" && nowMs - this.#checkedAtMs >= sessionCheckMs ? "check" : effect;
  }

  /** Whether the session is still open, or was replaced in the meantime. A failure inside the service counts as open. */
  async isOpen(origin: Origin): Promise<boolean> {
    this.#checkedAtMs = this.#deps.now();
    const { sessionToken } = this.#admitted;
    try {
      return (await this.#deps.admission.isOpen(sessionToken)) || !this.hasSession(sessionToken);
    } catch (error) {
      this.#deps.onBug(error, origin);
      return true;
    }
  }

  /** Whether this is the token of the current session. */
  hasSession(sessionToken: string): boolean {
    return this.#admitted.sessionToken === sessionToken;
  }

  /** Returns the request for a new token; undefined if it cannot be sent now. */
  async tokenRequest(origin: Origin): Promise<EnvelopeBody | undefined> {
    try {
      const challenge = await this.#deps.admission.challenge(origin);
      if (challenge !== undefined) return { case: "reauthenticate", value: { challenge } };
    } catch (error) {
      // `isOpen` detects a session that is over.
      if (!isCredentialsFault(error)) this.#deps.onBug(error, origin);
    }
    this.#rotation.postpone(this.#deps.now());
    return undefined;
  }

  /**
   * Authenticates the caller with a new token. A refused token is answered with an error; the client may send another
   * one until the window ends. Undefined for a valid token of another identity.
   */
  async reauthenticate(
    rotatingToken: string,
    channelBinding: string,
    origin: Origin,
  ): Promise<EnvelopeBody | undefined> {
    try {
      const admitted = await this.#deps.admission.byRotatingToken(rotatingToken, channelBinding, origin);
      if (admitted.identityId !== this.#admitted.identityId) return undefined;
      this.renew(admitted);
      return { case: "reauthenticate", value: { reauthenticateBy: timestampFromMs(this.endsAtMs) } };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { case: "error", value: errorOf({ fault: error }, origin.requestId) };
    }
  }
}
