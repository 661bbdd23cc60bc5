import type { GetLedgerPolicyResponse } from "#contract/admin/v1/ledger_pb.js";
import type { Verification } from "#contract/identity/v1/verification_pb.js";
import { Select } from "../ui/select.tsx";
import { expiryOf, levels, nameOf } from "./levels.ts";
import { assetsOf, limitOf } from "./limits.ts";

interface SummaryProps {
  readonly verification: Verification;
  readonly policy: GetLedgerPolicyResponse | undefined;
  readonly asset: string;
  readonly onAsset: (asset: string) => void;
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

/** Shows the present level, its expiry, and its limits. */
export function Summary({ verification, policy, asset, onAsset }: SummaryProps) {
  const { level } = verification;
  const expiry = expiryOf(verification);
  const limit = policy && limitOf(policy, asset, level);
  return (
    <section class="card summary" aria-labelledby="level">
      <div class="stack">
        <h2 id="level">{nameOf(level)}</h2>
        <p class="small">
          {`${level} of ${levels.length} levels reached`}
          {expiry !== undefined && `, until ${day.format(expiry)}`}
        </p>
        <div class="rungs" aria-hidden="true">
          {levels.map((one) => (
            <span key={one.level} class={one.level <= level ? "reached" : ""} />
          ))}
        </div>
      </div>
      {policy && (
        <div class="allowed">
          <Select
            label="You may send"
            name="asset"
            value={asset}
            options={assetsOf(policy).map((name) => ({ value: name, label: name }))}
            onText={onAsset}
          />
          <dl class="amounts">
            <div>
              <dt>at once</dt>
              <dd>{limit?.perTransaction ?? "nothing"}</dd>
            </div>
            <div>
              <dt>in a day (UTC)</dt>
              <dd>{limit?.perDay ?? "nothing"}</dd>
            </div>
          </dl>
          <p class="small">Receiving and exchanging have no limit by level.</p>
        </div>
      )}
    </section>
  );
}
