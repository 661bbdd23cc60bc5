import type { Factor } from "../domain/factors.ts";
import type { Concealed } from "../domain/masking.ts";
import type { Subject } from "../domain/subject.ts";

/** Begins and checks the challenges of one method. */
export interface ChallengeHandler {
  begin(request: ChallengeRequest): Promise<ChallengeStart>;
  /**
   * Returns the factor after a right answer; undefined for a wrong answer.
   *
   * @throws Fault for a malformed answer; this uses up no attempt
   */
  check(answer: ChallengeAnswer): Promise<VerifiedFactor | undefined>;
}

export interface ChallengeRequest {
  readonly subject: Subject;
  readonly challengeId: string;
  readonly expiresAt: Date;
  /** Address for the code, if the caller names one. */
  readonly address: string | undefined;
  /** Network of the person who makes the request; undefined for an application. */
  readonly network: string | undefined;
  /** The subject's factor of this method, if any. */
  readonly factor: Factor | undefined;
}

export interface ChallengeStart {
  /** Sealed and stored with the challenge. */
  readonly secret: Uint8Array;
  /** Returned to the client. */
  readonly parameters: { readonly [name: string]: unknown };
  /** Sends a code to its address. Called after the challenge was stored. */
  readonly send?: () => Promise<void>;
}

export interface ChallengeAnswer {
  readonly subject: Subject;
  readonly challengeId: string;
  readonly secret: Concealed<Uint8Array>;
  readonly factor: Factor | undefined;
  readonly response: Response;
  readonly now: Date;
}

/** A response to a challenge, as received. */
export interface Response {
  readonly code: string;
  readonly answers: { readonly [question: string]: string };
  readonly credential: unknown;
}

/** The new payload of a factor, and its evidence. */
export type VerifiedFactor = Pick<Factor, "payload" | "evidence">;

/** Encodes a plain value as bytes for sealing. */
export function bytesOf(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value), "utf8");
}

/** Decodes the value encoded by `bytesOf`. */
export function valueIn<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as Value;
}
