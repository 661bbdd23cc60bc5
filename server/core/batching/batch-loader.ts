/**
 * Turns many questions that come in one turn of the event loop into one: a query costs about the same for one row as for
 * a hundred.
 */
export function createGathered<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];

  function ask(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += gatheredMax) void answer(all.slice(at, at + gatheredMax));
  }

  async function answer(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await askAll(group.map(({ question }) => question));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(ask);
      waiting.push({ question, resolve, reject });
    });
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps statements within what databases take as parameters. */
const gatheredMax = 128;
