import { Reason } from "#contract/fault/v1/fault_pb.js";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Time } from "../ui/time.tsx";
import type { Callers } from "./rate.tsx";
import { usage } from "./service.ts";

/** Shows the last refused calls, with their errors. */
export function Refusals({ callers }: { readonly callers: Callers }) {
  const query = useQuery(async () => (await usage().listRefusals(callers)).refusals, 5_000);
  return (
    <section class="card">
      <h2>Refused calls</h2>
      <Loaded query={query}>
        {(refusals) =>
          refusals.length === 0 ? (
            <p>No call was refused. A refused call appears here within a few seconds.</p>
          ) : (
            <ScrollingTable label="Refused calls" columns={["Time", "Operation", "Why", "Where", "Request"]}>
              {refusals.map(({ id, refusedAt, operation, reason, parameter, message, requestId }) => (
                <tr key={id}>
                  <td>
                    <Time at={refusedAt} />
                  </td>
                  <th scope="row">{operation.split("/").at(-1)?.split(".").at(-1)}</th>
                  <td>
                    <ForeignText text={message} />
                    <br />
                    <code>{Reason[reason]}</code>
                  </td>
                  <td>
                    <code>
                      <ForeignText text={parameter} />
                    </code>
                  </td>
                  <td>
                    <code class="small">{requestId}</code>
                  </td>
                </tr>
              ))}
            </ScrollingTable>
          )
        }
      </Loaded>
    </section>
  );
}
