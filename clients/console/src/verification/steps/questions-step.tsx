import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { Field } from "../../ui/field.tsx";
import { useChallenge } from "../challenge.ts";
import { Verdict } from "../verdict.tsx";
import type { StepProps } from "./step.ts";
import { StepForm, textOf } from "./step-form.tsx";

/** The fewest questions that the service accepts. */
const numbers = [1, 2, 3];

/** Chooses questions and their answers, which raise no level. */
export function QuestionsStep(props: StepProps) {
  const flow = useChallenge({
    ...props,
    method: VerificationMethod.SECURITY_QUESTIONS,
    done: "Your security questions are set.",
  });
  function answersOf(form: HTMLFormElement) {
    const pairs = numbers.map(
      (number) => [textOf(form, `question${number}`), textOf(form, `answer${number}`)] as const,
    );
    if (new Set(pairs.map(([question]) => question)).size < pairs.length) {
      throw new Error("Two questions are the same. Ask each of them once.");
    }
    return { answers: { entries: Object.fromEntries(pairs) } };
  }
  return (
    <StepForm onSend={(form) => void flow.answering.run(async () => answersOf(form))}>
      <p>
        Questions that nobody else can answer, not even by looking you up. They help to prove that it is you, and raise
        no level.
      </p>
      {numbers.map((number) => (
        <div key={number} class="pair">
          <Field label={`Question ${number}`} name={`question${number}`} required maxLength={100} />
          <Field label={`Answer ${number}`} name={`answer${number}`} required minLength={2} maxLength={128} />
        </div>
      ))}
      <button type="submit" class="primary" disabled={flow.answering.isBusy.value}>
        Set the questions
      </button>
      <Verdict flow={flow} facts={props.facts} />
    </StepForm>
  );
}
