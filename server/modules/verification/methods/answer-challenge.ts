import { type Answered, answer, atTime, type Challenge, type Challenges } from "../domain/challenge.ts";

/**
 * Checks and counts an answer. Returns the verdict only after the attempt was stored on the condition that the
 * challenge is still in the state in which it was checked, so that each of several parallel answers counts. Undefined
 * when there is no such challenge.
 *
 * The loop ends, because every concurrent update uses up an attempt or closes the challenge.
 */
export async function answerChallenge(
  challenges: Challenges,
  id: string,
  check: (challenge: Challenge) => boolean | Promise<boolean>,
  now: Date,
): Promise<Answered | undefined> {
  let isRight: boolean | undefined;
  for (;;) {
    const challenge = await challenges.find(id);
    if (challenge === undefined) return undefined;
    const isOpen = atTime(challenge, now).state === "PENDING";
    if (isOpen) isRight ??= await check(challenge);
    const answered = answer(challenge, isRight === true, now);
    if (answered.challenge === challenge) return answered;
    if (await challenges.replace(challenge, answered.challenge)) return answered;
  }
}
