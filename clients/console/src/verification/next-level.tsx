import type { VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import { useAction } from "../ui/action.ts";
import { ActionError } from "./action-error.tsx";
import { verifications } from "./facts.ts";
import { levels, missingOf, nameOf } from "./levels.ts";
import { RequirementCard } from "./requirement-card.tsx";
import type { StepProps } from "./steps/step.ts";

/** The steps to the next level. */
export function NextLevel(props: StepProps) {
  const { verification } = props.facts;
  const next = levels.find(({ level }) => level === verification.nextLevel);
  if (next === undefined) {
    return <p class="notice good">You have reached the highest level.</p>;
  }
  const missing = missingOf(verification);
  return (
    <section class="stack" aria-labelledby="next">
      <h2 id="next">To reach {next.name}</h2>
      {missing.map((requirement) => (
        <RequirementCard key={requirement.word} requirement={requirement} {...props} />
      ))}
      {verification.missing.length === 0 && <MoveUp {...props} level={next.level} />}
    </section>
  );
}

/** Moves up to a level whose requirements were proven before the level below was reached. */
function MoveUp({ facts, level, onDone }: StepProps & { readonly level: VerificationLevel }) {
  const moving = useAction(async () => {
    await verifications().requestLevel({ id: facts.identity.id, level });
    await onDone("All of its requirements were proven before.");
  });
  return (
    <div class="card">
      <p>All that {nameOf(level)} asks for is proven.</p>
      <button type="button" class="primary" disabled={moving.isBusy.value} onClick={() => moving.run()}>
        Move up to {nameOf(level)}
      </button>
      <ActionError action={moving} />
    </div>
  );
}
