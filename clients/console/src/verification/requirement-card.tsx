import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import type { Requirement } from "./levels.ts";
import { methods, titleOf } from "./methods.ts";
import { ApprovalStep } from "./steps/agreement-step.tsx";
import type { StepProps } from "./steps/step.ts";

interface RequirementCardProps extends StepProps {
  readonly requirement: Requirement;
}

/** Shows a missing requirement, with the ways to prove it. */
export function RequirementCard({ requirement, ...step }: RequirementCardProps) {
  const id = useId();
  const offered = requirement.word === "ADMINISTRATORS_APPROVAL" ? [] : requirement.methods;
  const chosen = useSignal(firstOf(offered, step));
  const Step = offered.length === 0 ? ApprovalStep : methods[chosen.value as VerificationMethod]?.Step;
  return (
    <section class="card" aria-labelledby={id}>
      <h3 id={id}>{requirement.title}</h3>
      {offered.length > 1 && (
        <fieldset class="ways">
          <legend class="hidden">Prove it by</legend>
          {offered.map((method) => (
            <label key={method} class="way">
              <input
                type="radio"
                name={id}
                checked={chosen.value === method}
                onChange={() => {
                  chosen.value = method;
                }}
              />
              {titleOf(method)}
            </label>
          ))}
        </fieldset>
      )}
      {Step && <Step key={chosen.value} {...step} />}
    </section>
  );
}

/** Returns the method begun on an earlier visit, or the first. */
function firstOf(offered: readonly VerificationMethod[], { facts }: StepProps): VerificationMethod | undefined {
  return offered.find((method) => facts.challenges.some((challenge) => challenge.method === method)) ?? offered[0];
}
