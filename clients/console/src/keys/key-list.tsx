import { useSignal } from "@preact/signals";
import type { Key, Plan } from "#contract/admin/v1/keys_pb.js";
import { account } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { CardForm } from "../ui/card-form.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";
import { ForeignText } from "../ui/foreign-text.tsx";
import { inSight } from "../ui/in-sight.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";
import { keys, owner } from "./service.ts";

/** Shows the keys of an account, or all keys for an administrator, and the plans. */
export function KeyList() {
  const query = useQuery(async () => {
    const [{ keys: listed }, { plans }] = await Promise.all([keys().listKeys(owner()), keys().listPlans({})]);
    return { listed, plans };
  });
  return (
    <>
      <PageHeader
        title="API keys"
        lead="A key calls the geocode operations from your programs, within the limits of its plan."
      />
      <Loaded query={query}>
        {({ listed, plans }) => (
          <div class="stack">
            <KeyForm plans={plans} onCreated={query.reload} />
            <Keys listed={listed} />
            <Plans plans={plans} />
          </div>
        )}
      </Loaded>
    </>
  );
}

interface KeyFormProps {
  readonly plans: readonly Plan[];
  readonly onCreated: () => Promise<void>;
}

/** A form that creates a key, and shows its secret only this once. */
function KeyForm({ plans, onCreated }: KeyFormProps) {
  const secret = useSignal("");
  const creating = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const created = await keys().createKey({
      ...owner(),
      name: String(data.get("name")).trim(),
      plan: String(data.get("plan")),
      permissions: ["geocode:*"],
    });
    secret.value = created.secret;
    form.reset();
    await onCreated();
  });
  const isOwn = account.value.kind === "identity";
  const offered = plans.filter(({ isSelfService, isInternal }) => (isOwn ? isSelfService : !isInternal));
  return (
    <CardForm onSend={(form) => void creating.run(form)}>
      <h2>New key</h2>
      <div class="columns">
        <Field label="Name" name="name" required maxLength={100} hint="What it is for" />
        <Select
          label="Plan"
          name="plan"
          options={offered.map(({ name, callsPerMinute }) => ({
            value: name,
            label: `${name}, ${callsPerMinute} calls a minute`,
          }))}
        />
      </div>
      <button type="submit" class="primary" disabled={creating.isBusy.value}>
        Create key
      </button>
      <div role="status">{secret.value !== "" && <Secret secret={secret.value} />}</div>
      {creating.error.value !== undefined && <ErrorNotice error={creating.error.value} />}
    </CardForm>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  const command = `curl ${location.origin}/v1/geocode/encode -H "Authorization: Bearer $PLATONIC_API_KEY" -H 'Content-Type: application/json' -d '{"data": [1, 2, 3], "target_geometry": "cube"}'`;
  return (
    <div class="notice good">
      <div class="stack">
        <p>This is the key. It is shown this once: copy it now.</p>
        <Copyable text={secret} name="the key" />
        <p>A first call:</p>
        <Copyable text={`export PLATONIC_API_KEY=${secret}`} name="the line that sets the key" />
        <Copyable text={command} name="the first call" />
      </div>
    </div>
  );
}

function Keys({ listed }: { readonly listed: readonly Key[] }) {
  if (listed.length === 0) {
    return (
      <EmptyState title="No keys yet">
        <p>Give the first one a name above.</p>
      </EmptyState>
    );
  }
  return (
    <div class="card">
      <h2>Keys</h2>
      <ScrollingTable label="API keys" columns={["Name", "Plan", "Last use", "Created", "State"]}>
        {listed.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              <a class="cut" href={`/dashboard?key=${key.id}`} title={inSight(key.name)}>
                <ForeignText text={key.name} />
              </a>
            </th>
            <td>{key.plan}</td>
            <td>{key.lastUsedAt === undefined ? "never" : <Time at={key.lastUsedAt} />}</td>
            <td>
              <Time at={key.createdAt} />
            </td>
            <td>
              <KeyState revokedAt={key.revokedAt} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </div>
  );
}

/** Shows whether a key is valid. */
export function KeyState({ revokedAt }: Pick<Key, "revokedAt">) {
  return revokedAt === undefined ? <span class="badge good">valid</span> : <span class="badge bad">revoked</span>;
}

function Plans({ plans }: { readonly plans: readonly Plan[] }) {
  return (
    <div class="card">
      <h2>Plans</h2>
      <ScrollingTable
        label="Plans"
        columns={["Plan", { number: "Calls a minute" }, { number: "At once" }, "Who chooses it"]}
      >
        {plans.map(({ name, callsPerMinute, concurrentCalls, isSelfService, isInternal }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{Number(callsPerMinute).toLocaleString("en")}</td>
            <td class="number">{concurrentCalls}</td>
            <td>{isSelfService ? "everybody" : isInternal ? "the service" : "an administrator"}</td>
          </tr>
        ))}
      </ScrollingTable>
    </div>
  );
}
