import type { Owner } from "./secret-rules.ts";

/** A security question and its answer. */
export interface SecurityAnswer {
  /** Id of the question. */
  readonly question: string;
  readonly answer: string;
}

/** Returns the defect of new answers as a sentence that quotes none of them; undefined if there is none. */
export function securityAnswersDefect(answers: readonly SecurityAnswer[], owner: Owner): string | undefined {
  if (answers.length < count.min || answers.length > count.max) {
    return `${count.min} to ${count.max} questions are to be answered`;
  }
  if (new Set(answers.map(({ question }) => question)).size < answers.length) return "each question is asked once";
  if (answers.some(({ answer }) => answer.length > charactersMax)) {
    return `an answer has at most ${charactersMax} characters`;
  }
  const normal = answers.map(({ answer }) => normalAnswer(answer));
  if (normal.some((text) => [...text].length < lettersMin))
    return `an answer has at least ${lettersMin} letters or digits`;
  if (new Set(normal).size < normal.length) return "the answers must differ";
  const names = [owner.username, owner.email ?? ""].map(normalAnswer);
  return normal.some((text) => names.includes(text))
    ? "an answer must not be the username or e-mail address"
    : undefined;
}

/**
 * Joins all answers, in any order, into one text to hash, so that they can only be guessed together. Ignores case,
 * equivalent accents, spaces and punctuation. Undefined for answers that can never be right.
 */
export function securityAnswersText(answers: readonly SecurityAnswer[]): string | undefined {
  if (answers.length > count.max || answers.some(({ answer }) => answer.length > charactersMax)) return undefined;
  const pairs = answers.map(({ question, answer }) => [question, normalAnswer(answer)] as const);
  return JSON.stringify(pairs.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

const count = { min: 3, max: 10 };
const charactersMax = 128;
const lettersMin = 2;

function normalAnswer(answer: string): string {
  return answer
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}
