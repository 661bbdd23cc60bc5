import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Fault } from "../../../core/fault.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { errorOf, isCredentialsFault } from "../wire/error.ts";
import type { Admission, Admitted, Origin } from "./admission.ts";
import { Rotation, type RotationEffect } from "./rotation.ts";

export interface SessionStateDeps {
  readonly admission: Admission;
  /** The rotation window. */
  readonly windowMs: number;
  /** Whole milliseconds since 1970, never set back. */
  readonly now: () => number;
  /** Hears of what failed inside the service. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** The time within which a session that another process has ended is noticed without a request. */
const sessionCheckMs = 60_000;

/** Who a channel's caller is, and whether that is still so. */
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

  /** When the caller must have authenticated anew. */
  get endsAtMs(): number {
    return this.#rotation.endsAtMs;
  }

  /** The same caller has authenticated anew. */
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

  /** Whether the session is still open, or was replaced meanwhile. A failure of ours ends nobody's channel. */
  async isOpen(origin: Origin): Promise<boolean> {
    this.#checkedAtMs = this.#deps.now();
    const { sessionToken } = this.#admitted;
    try {
      return (await this.#deps.admission.isOpen(sessionToken)) || !this.isOf(sessionToken);
    } catch (error) {
      this.#deps.onBug(error, origin.requestId);
      return true;
    }
  }

  /** Whether this is the session now. */
  isOf(sessionToken: string): boolean {
    return this.#admitted.sessionToken === sessionToken;
  }

  /** The question for a new token. Undefined when it cannot be asked now. */
  async question(origin: Origin): Promise<EnvelopeBody | undefined> {
    try {
      const challenge = await this.#deps.admission.challenge(origin);
      if (challenge !== undefined) return { case: "reauthenticate", value: { challenge } };
    } catch (error) {
      // Where the session is over, that is found out elsewhere.
      if (!isCredentialsFault(error)) this.#deps.onBug(error, origin.requestId);
    }
    this.#rotation.notAsked(this.#deps.now());
    return undefined;
  }

  /**
   * Judges the answer to it. A token that is refused ends nothing: there is time for another one until the window ends.
   * Undefined for a good token of another identity.
   */
  async judge(rotatingToken: string, channelBinding: string, origin: Origin): Promise<EnvelopeBody | undefined> {
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
