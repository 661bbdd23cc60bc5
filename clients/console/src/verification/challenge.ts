import type { JsonObject } from "@bufbuild/protobuf";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Challenge, ChallengeState, VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { type Action, useAction } from "../ui/action.ts";
import { verifications } from "./facts.ts";
import type { StepProps } from "./steps/step.ts";

/** An answer to a challenge, in the form of its method. */
export type Answer =
  | { readonly code: string }
  | { readonly credential: JsonObject }
  | { readonly answers: { readonly entries: Record<string, string> } };

/** A challenge of one method: begun, answered, and begun again after too many wrong answers. */
export interface ChallengeFlow {
  /** The pending challenge. */
  readonly challenge: ReadonlySignal<Challenge | undefined>;
  /** Id of a challenge begun on an earlier visit to the page. */
  readonly resumedId: string | undefined;
  /** Sentence about the last answer if it was wrong: what that means, and what to do. */
  readonly verdict: ReadonlySignal<string>;
  /** Begins a challenge; with an address, if the method sends a code. */
  readonly beginning: Action<[address?: string]>;
  /** Answers the challenge; begins one first if none is pending. The function makes the answer from its parameters. */
  readonly answering: Action<[answer: AnswerOf]>;
}

type AnswerOf = (challenge: Challenge) => Answer | Promise<Answer>;

interface ChallengeTerms extends StepProps {
  readonly method: VerificationMethod;
  /** Sentence that says what was proven. */
  readonly done: string;
  /** Runs before each challenge begins; returns the address for the code, if the service does not know it. */
  readonly prepare?: (address: string) => Promise<string | undefined>;
}

/** Makes the challenges of one method, for a component. */
export function useChallenge(terms: ChallengeTerms): ChallengeFlow {
  const { method, done, facts, replace = false, onDone, prepare } = terms;
  const identityId = facts.identity.id;
  // A reloaded page continues where it was; parameters are returned only once.
  const pending = replace ? undefined : facts.challenges.find((one) => one.method === method && isSent(one));
  const challenge = useSignal<Challenge | undefined>(pending);
  const resumedId = useRef(pending?.id);
  const verdict = useSignal("");

  async function begin(given = ""): Promise<Challenge> {
    const address = await prepare?.(given);
    const request = { identityId, method, replace, ...(address !== undefined && { address }) };
    const answer = await verifications().requestChallenge(request);
    if (answer.challenge === undefined) throw new PlatonicError("UNKNOWN", "the service returned no challenge");
    challenge.value = answer.challenge;
    return answer.challenge;
  }

  const beginning = useAction(async (address?: string) => {
    verdict.value = "";
    await begin(address);
  });
  const answering = useAction(async (answerOf: AnswerOf) => {
    verdict.value = "";
    const open = challenge.value ?? (await begin());
    const answer = await answerOf(open);
    const request = { identityId, challengeId: open.id, ...answer };
    const { challenge: after, recoveryCodes } = await verifications().submitResponse(request).catch(ended);
    const isPending = after?.state === ChallengeState.PENDING;
    challenge.value = isPending ? { ...open, attemptsLeft: after.attemptsLeft } : undefined;
    if (after?.state === ChallengeState.PASSED) await onDone(done, recoveryCodes);
    else verdict.value = isPending ? attemptsLeft(after) : "That is wrong, and it was the last attempt. Begin again.";
  });

  /** A challenge that has ended, for example by an answer in another tab, is no longer pending here either. */
  function ended(error: unknown): never {
    if (error instanceof PlatonicError && error.reason === "STATE_INVALID") challenge.value = undefined;
    throw error;
  }

  return { challenge, resumedId: resumedId.current, verdict, beginning, answering };
}

/** Whether the code of a challenge was sent, so that its parameters are not needed here. */
function isSent({ method }: Challenge): boolean {
  return method === VerificationMethod.EMAIL || method === VerificationMethod.PHONE;
}

function attemptsLeft({ attemptsLeft: left }: Challenge): string {
  const attempts = left === 1 ? "One attempt is left" : `${left} attempts are left`;
  return `That is wrong. Look at it again: ${attempts}.`;
}
