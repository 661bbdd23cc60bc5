import { useSignal } from "@preact/signals";
import { type AuditRecord, AuditService } from "#contract/admin/v1/audit_pb.js";
import { client } from "../account/account.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

/** Shows who has done what, from where and with what result. */
export function Page() {
  return (
    <Frame title="Audit log" lead="Acts of administrators, of the service and its programs, and refused sign-ins.">
      <Records />
    </Frame>
  );
}

/** Records that are read at a time. */
const pageSize = 50;

function Records() {
  const conditions = useSignal({ action: "", actorId: "", target: "" });
  const count = useSignal(pageSize);
  const query = useQuery(async () => {
    const { action, actorId, target } = conditions.value;
    const records: AuditRecord[] = [];
    const asked = { action: action.trim(), actorId: actorId.trim(), target: target.trim(), pageSize };
    for await (const record of client.value.items(AuditService.method.listAuditRecords, asked)) {
      if (records.length === count.value) return { records, hasMore: true };
      records.push(record);
    }
    return { records, hasMore: false };
  }, 5_000);
  const read = (change: Partial<typeof conditions.value>) => {
    conditions.value = { ...conditions.value, ...change };
    count.value = pageSize;
    void query.reload();
  };
  return (
    <>
      <form class="card columns" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Action"
          name="action"
          type="search"
          placeholder="admin.v1.KeyService"
          onText={(action) => read({ action })}
        />
        <Field label="Actor" name="actor" type="search" onText={(actorId) => read({ actorId })} />
        <Field label="Target" name="target" type="search" onText={(target) => read({ target })} />
      </form>
      <section class="spaced">
        <Loaded query={query}>
          {({ records, hasMore }) =>
            records.length === 0 ? (
              <EmptyState title="No records">
                <p>Nobody has done this yet, or its records are older than the service keeps them.</p>
              </EmptyState>
            ) : (
              <>
                <Listed records={records} />
                {hasMore && (
                  <div class="actions">
                    <button
                      type="button"
                      onClick={() => {
                        count.value += pageSize;
                        void query.reload();
                      }}
                    >
                      Show older ones
                    </button>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

function Listed({ records }: { readonly records: readonly AuditRecord[] }) {
  return (
    <ScrollingTable label="Records" columns={["Time", "Action", "Result", "Actor", "From", "On", "What"]}>
      {records.map((record) => (
        <tr key={String(record.number)}>
          <td>
            <Time at={record.recordedAt} />
          </td>
          <th scope="row">{record.action.split(".").slice(-2).join(".")}</th>
          <td>
            <code>{record.result}</code>
          </td>
          <td>
            {record.actorKind}
            <br />
            <code class="small">
              <ForeignText text={record.actorId} />
            </code>
          </td>
          <td>
            {record.address}
            <br />
            <span class="small">
              {record.protocol} <ForeignText text={record.userAgent} />
            </span>
          </td>
          <td>
            {record.targets.map((target) => (
              <code class="small" key={target}>
                <ForeignText text={target} />{" "}
              </code>
            ))}
          </td>
          <td>
            {[...Object.entries(record.values), ...Object.entries(record.texts)].map(([name, value]) => (
              <div class="small" key={name}>
                {name}: <ForeignText text={value} />
              </div>
            ))}
          </td>
        </tr>
      ))}
    </ScrollingTable>
  );
}
