import type { Owner } from "./secret-rules.ts";

/** One security question and what was answered. */
export interface SecurityAnswer {
  /** Id of the question. */
  readonly question: string;
  readonly answer: string;
}

/** What is wrong with new answers, as a sentence that quotes none of them; undefined when nothing is. */
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
 * All answers as one text to hash, whatever their order: so they can only be guessed together. Case, accents typed in
 * two ways, spaces and punctuation do not matter. Undefined for what can never be right.
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
