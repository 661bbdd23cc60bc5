import { ActionError } from "./action-error.tsx";
import type { ChallengeFlow } from "./challenge.ts";
import { LockedFactor } from "./locked-factor.tsx";
import type { StepProps } from "./steps/step.ts";

interface VerdictProps extends Pick<StepProps, "facts"> {
  readonly flow: ChallengeFlow;
}

/** Shows the result of the last attempt: a wrong answer, or the reason why there was none. */
export function Verdict({ flow, facts }: VerdictProps) {
  const { challenge, verdict, beginning, answering } = flow;
  return (
    <>
      {verdict.value !== "" && (
        <p class="notice bad" role="alert">
          {verdict.value}
        </p>
      )}
      <ActionError action={beginning} />
      <ActionError action={answering} />
      {challenge.value !== undefined && (
        <LockedFactor identityId={facts.identity.id} method={challenge.value.method} error={answering.error.value} />
      )}
    </>
  );
}
