import type { Owner } from "../domain/secret-rules.ts";
import { type SecurityAnswer, securityAnswersDefect, securityAnswersText } from "../domain/security-answers.ts";
import type { Enrollment } from "./enrollment.ts";
import type { HashCheck, Hasher } from "./hasher.ts";

/** Checks new answers and hashes them together, so that none can be attacked separately. */
export async function beginSecurityQuestions(
  hasher: Hasher,
  answers: readonly SecurityAnswer[],
  owner: Owner,
): Promise<Enrollment> {
  const defect = securityAnswersDefect(answers, owner);
  return defect === undefined ? { stored: await hasher.hash(textOf(answers) as string) } : { defect };
}

/** Checks whether all answers are right. Without a stored hash it takes the same time, and they count as wrong. */
export async function checkSecurityQuestions(
  hasher: Hasher,
  stored: string | undefined,
  answers: readonly SecurityAnswer[],
): Promise<HashCheck> {
  const text = textOf(answers);
  if (text === undefined) return { isRight: false, rehashed: undefined };
  return hasher.check(stored, text);
}

function textOf(answers: readonly SecurityAnswer[]): string | undefined {
  const text = securityAnswersText(answers);
  return text === undefined ? undefined : `security-questions:${text}`;
}
