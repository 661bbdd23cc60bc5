import { type GetUsageResponse, UsageStep } from "#contract/admin/v1/usage_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Time } from "../ui/time.tsx";
import { columnsOf } from "./columns.ts";

const width = 720;
const height = 180;

interface UsageChartProps {
  readonly usage: GetUsageResponse;
  readonly step: UsageStep;
}

/** Shows calls over time, successful ones below and failed ones above, with their numbers by operation in a table. */
export function UsageChart({ usage, step }: UsageChartProps) {
  const { points } = usage;
  if (points.length === 0) return <p>No calls in this period. New calls appear within a few seconds.</p>;
  const columns = columnsOf(usage, step === UsageStep.DAY ? 86_400 : 3_600);
  const most = Math.max(...columns.map(({ calls }) => calls), 1);
  const room = width / columns.length;
  return (
    <>
      <svg
        class="drawing"
        viewBox={`0 0 ${width} ${height + 20}`}
        role="img"
        aria-label="Calls over time. The table below has the numbers."
      >
        <text x={0} y={12}>
          {most} calls
        </text>
        {columns.map(({ start, calls, failed }, index) => {
          const whole = (calls / most) * (height - 20);
          const bad = (failed / most) * (height - 20);
          return (
            <g key={start}>
              <rect
                class="bar-after"
                x={index * room + 1}
                width={room - 2}
                y={height - whole + bad}
                height={whole - bad}
              />
              <rect class="bar-bad" x={index * room + 1} width={room - 2} y={height - whole} height={bad} />
            </g>
          );
        })}
        <line class="axis" x1={0} x2={width} y1={height} y2={height} />
      </svg>
      <p class="small">Answered calls in blue, failed ones in red on top.</p>
      <ScrollingTable label="Calls by operation" columns={["From", "Operation", { number: "Calls" }, "Failed"]}>
        {[...points].reverse().map(({ start, operation, calls, failures, abandoned }) => (
          <tr key={`${start?.seconds} ${operation}`}>
            <td>
              <Time at={start} />
            </td>
            <th scope="row">{operation.split("/").at(-1)?.split(".").at(-1)}</th>
            <td class="number">{String(calls)}</td>
            <td>
              {[
                ...failures.map((failure) => `${failure.calls} ${Reason[failure.reason]}`),
                ...(abandoned > 0n ? [`${abandoned} abandoned`] : []),
              ].join(", ")}
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </>
  );
}
