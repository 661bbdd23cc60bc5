import type { GetLedgerPolicyResponse } from "#contract/admin/v1/ledger_pb.js";
import type { Verification } from "#contract/identity/v1/verification_pb.js";
import { Icon } from "../ui/icon.tsx";
import { type Level, levels, type Requirement, stateOf } from "./levels.ts";
import { limitOf } from "./limits.ts";

interface LadderProps {
  readonly verification: Verification;
  readonly policy: GetLedgerPolicyResponse | undefined;
  /** Asset whose limits are shown. */
  readonly asset: string;
}

/** Shows all levels: their requirements, which of these are proven, and their limits. */
export function Ladder({ verification, policy, asset }: LadderProps) {
  return (
    <ol class="ladder">
      {levels.map((one) => {
        const isReached = one.level <= verification.level;
        const isNext = one.level === verification.nextLevel;
        const limit = policy && limitOf(policy, asset, one.level);
        return (
          <li key={one.level} class={isReached ? "reached" : isNext ? "next" : ""}>
            <h3>
              {one.name} {isReached && <span class="badge good">reached</span>}
              {isNext && <span class="badge">next</span>}
            </h3>
            <ul class="plain">
              {one.requirements.map((requirement) => (
                <RequirementLine
                  key={requirement.word}
                  requirement={requirement}
                  level={one}
                  verification={verification}
                />
              ))}
            </ul>
            {limit && (
              <p class="small">
                Send {limit.perTransaction} {asset} at once, {limit.perDay} a day
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface RequirementLineProps extends Pick<LadderProps, "verification"> {
  readonly requirement: Requirement;
  readonly level: Level;
}

function RequirementLine({ requirement, level, verification }: RequirementLineProps) {
  const state = stateOf(requirement, level, verification);
  return (
    <li class={`requirement ${state}`}>
      {state === "proven" ? <Icon name="check" /> : <span class="dot" aria-hidden="true" />}
      <span>
        {requirement.title}
        {state === "proven" && <span class="hidden">: proven</span>}
        {state === "not-asked" && <span class="small"> (not asked for here)</span>}
      </span>
    </li>
  );
}
