import { useSignal } from "@preact/signals";
import type { Key, Plan } from "#contract/admin/v1/keys_pb.js";
import { UsageStep } from "#contract/admin/v1/usage_pb.js";
import { account } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { inSight } from "../ui/in-sight.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useQuery } from "../ui/query.ts";
import { Select } from "../ui/select.tsx";
import { KeyState } from "./key-list.tsx";
import { Rate } from "./rate.tsx";
import { Refusals } from "./refusals.tsx";
import { keys, owner, usage } from "./service.ts";
import { UsageChart } from "./usage-chart.tsx";

/** Shows one key: its state, its present use of its plan, its calls over time, and the refused ones. */
export function KeyDetails({ id }: { readonly id: string }) {
  const query = useQuery(async () => {
    const [{ keys: listed }, { plans }] = await Promise.all([keys().listKeys(owner()), keys().listPlans({})]);
    return { one: listed.find((key) => key.id === id), plans };
  });
  return (
    <Loaded query={query}>
      {({ one, plans }) =>
        one === undefined ? (
          <>
            <PageHeader title="There is no such key" />
            <EmptyState title="It may belong to another account">
              <p>
                Go back to <a href="/dashboard">the keys of this one</a>.
              </p>
            </EmptyState>
          </>
        ) : (
          <Details one={one} plans={plans} onChange={query.reload} />
        )
      }
    </Loaded>
  );
}

interface DetailsProps {
  readonly one: Key;
  readonly plans: readonly Plan[];
  readonly onChange: () => Promise<void>;
}

function Details({ one, plans, onChange }: DetailsProps) {
  const callers = { ...owner(), keyId: one.id };
  const step = useSignal(UsageStep.HOUR);
  const counted = useQuery(async () => usage().getUsage({ ...callers, step: step.value }), 5_000);
  const revoking = useAction(async () => {
    if (!confirm(`Revoke ${inSight(one.name)}? Programs that use it stop working at once.`)) return;
    await keys().revokeKey({ ...owner(), id: one.id });
    await onChange();
  });
  return (
    <div class="stack">
      <PageHeader
        title={inSight(one.name)}
        lead={
          <>
            <KeyState revokedAt={one.revokedAt} /> plan {one.plan}, may {one.permissions.join(", ")}
          </>
        }
      >
        <a class="button" href="/dashboard">
          All keys
        </a>
        {one.revokedAt === undefined && (
          <button type="button" class="danger" disabled={revoking.isBusy.value} onClick={() => revoking.run()}>
            Revoke
          </button>
        )}
      </PageHeader>
      {revoking.error.value !== undefined && <ErrorNotice error={revoking.error.value} />}
      {account.value.kind === "key" && one.revokedAt === undefined && (
        <PlanForm one={one} plans={plans} onChange={onChange} />
      )}
      {one.revokedAt === undefined && <Rate callers={callers} />}
      <section class="card">
        <h2>Calls</h2>
        <Select
          label="Counted by"
          name="step"
          options={[
            { value: String(UsageStep.HOUR), label: "hour, the last day" },
            { value: String(UsageStep.DAY), label: "day, the last month" },
          ]}
          onText={(chosen) => {
            step.value = Number(chosen);
            void counted.reload();
          }}
        />
        <Loaded query={counted}>{(answer) => <UsageChart usage={answer} step={step.value} />}</Loaded>
      </section>
      <Refusals callers={callers} />
    </div>
  );
}

function PlanForm({ one, plans, onChange }: DetailsProps) {
  const chosen = useSignal(one.plan);
  const moving = useAction(async () => {
    await keys().changePlan({ id: one.id, plan: chosen.value });
    await onChange();
  });
  return (
    <section class="card">
      <Select
        label="Move to the plan"
        name="plan"
        value={chosen.value}
        options={plans.filter(({ isInternal }) => !isInternal).map(({ name }) => ({ value: name, label: name }))}
        onText={(plan) => {
          chosen.value = plan;
        }}
      />
      <button type="button" disabled={moving.isBusy.value || chosen.value === one.plan} onClick={() => moving.run()}>
        Move
      </button>
      {moving.error.value !== undefined && <ErrorNotice error={moving.error.value} />}
    </section>
  );
}
