import { bytesOf, type ChallengeHandler, valueIn } from "../challenge-handler.ts";
import { requireStored } from "../enrollment.ts";
import type { Hasher } from "../hasher.ts";
import { beginSecurityQuestions, checkSecurityQuestions } from "../security-questions.ts";

/** Handles security questions: the first answer chooses them, later ones must give the same answers. */
export function securityQuestionsHandler(hasher: Hasher): ChallengeHandler {
  return {
    async begin({ factor }) {
      const questions = factor === undefined ? [] : valueIn<{ questions: string[] }>(factor.payload).questions;
      return { secret: bytesOf({}), parameters: { enrolled: factor !== undefined, questions } };
    },
    async check({ subject, factor, response }) {
      const answers = Object.entries(response.answers).map(([question, answer]) => ({ question, answer }));
      if (factor === undefined) {
        const stored = requireStored(await beginSecurityQuestions(hasher, answers, subject), "answers");
        const questions = answers.map(({ question }) => question);
        return { payload: bytesOf({ stored, questions }), evidence: ["SECURITY_QUESTIONS"] };
      }
      const { stored, questions } = valueIn<{ stored: string; questions: string[] }>(factor.payload);
      const { isRight, rehashed } = await checkSecurityQuestions(hasher, stored, answers);
      if (!isRight) return undefined;
      return { payload: bytesOf({ stored: rehashed ?? stored, questions }), evidence: ["SECURITY_QUESTIONS"] };
    },
  };
}
