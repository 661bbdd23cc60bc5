import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { ProcessService, ProcessState, type ServerProcess } from "#contract/admin/v1/process_pb.js";
import { client } from "../account/account.ts";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

/** Time between two readings, equal to that of heartbeats. */
const everyMs = 5_000;

interface Probe {
  readonly isLive: boolean;
  readonly isReady: boolean;
  readonly roundTripMs: number;
  /** Milliseconds by which the clock of the service is ahead of this machine's, precise to a second. */
  readonly aheadMs: number;
}

/** Queries the process that answers this browser. */
async function probe(): Promise<Probe> {
  const startedMs = performance.now();
  const live = await fetch("/healthz", { cache: "no-store" });
  const roundTripMs = performance.now() - startedMs;
  const ready = await fetch("/readyz", { cache: "no-store" });
  const served = Date.parse(live.headers.get("date") ?? "");
  return {
    isLive: live.ok,
    isReady: ready.ok,
    roundTripMs,
    aheadMs: Number.isNaN(served) ? 0 : served - Date.now(),
  };
}

/** Shows the health of every process, and of the answering one as load balancers see it. */
export function Page() {
  return (
    <Frame title="Health" lead="The processes of the service, by the heartbeats that they write every five seconds.">
      <div class="stack">
        <Processes />
        <Health />
      </div>
    </Frame>
  );
}

const columns = [
  "Process",
  "State",
  "Started",
  ...["Calls/s", "Busy", "Threads", "Memory", "Database"].map((number) => ({ number })),
  "Clock",
];

function Processes() {
  const query = useQuery(async () => (await client.value.of(ProcessService).listProcesses({})).processes, everyMs);
  return (
    <Loaded query={query}>
      {(processes) => (
        <section class="card">
          <h2>Processes</h2>
          <ScrollingTable label="Processes" columns={columns}>
            {processes.map((one) => (
              <ProcessRow key={one.id} process={one} />
            ))}
          </ScrollingTable>
          {processes.some(({ state }) => state === ProcessState.SILENT) && (
            <p class="small">
              A silent process was killed, stands still, or does not reach the database. It leaves the list after a day.
            </p>
          )}
        </section>
      )}
    </Loaded>
  );
}

function ProcessRow({ process }: { readonly process: ServerProcess }) {
  const { host, pid, version, isAnswering, startedAt, callsPerSecond, utilization, memoryBytes, databaseMs } = process;
  return (
    <tr>
      <th scope="row">
        {host} {pid}
        <div class="small">
          version {version}
          {isAnswering && ", answers this page"}
        </div>
      </th>
      <td>
        <State process={process} />
      </td>
      <td>
        <Time at={startedAt} />
      </td>
      <td class="number">{callsPerSecond.toFixed(1)}</td>
      <td class="number">{(utilization * 100).toFixed(0)}&nbsp;%</td>
      <td class="number">
        <Threads process={process} />
      </td>
      <td class="number">{(memoryBytes / 2 ** 20).toFixed(0)}&nbsp;MiB</td>
      <td class="number">{databaseMs.toFixed(1)}&nbsp;ms</td>
      <td>
        <Clock aheadMs={process.clockAheadMs} right="right" of="the database's" />
      </td>
    </tr>
  );
}

function Threads({ process: { threads, threadsLost } }: { readonly process: ServerProcess }) {
  return (
    <>
      {threads > 0 && threads}
      {threadsLost > 0 && <div class="small">{threadsLost} replaced</div>}
    </>
  );
}

function State({ process: { state, heartbeatAt } }: { readonly process: ServerProcess }) {
  if (state === ProcessState.READY) return <span class="badge good">ready</span>;
  if (state === ProcessState.DRAINING) return <span class="badge warn">shutting down</span>;
  return (
    <>
      <span class="badge bad">silent</span>
      <div class="small">
        since <Time at={heartbeatAt} />
      </div>
    </>
  );
}

interface ClockProps {
  readonly aheadMs: number;
  /** Text for a clock that is right. */
  readonly right: string;
  /** The clock it is compared with. */
  readonly of: string;
}

function Clock({ aheadMs, right, of }: ClockProps) {
  if (Math.abs(aheadMs) < 2_000) return <>{right}</>;
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(0);
  return (
    <>
      {seconds} s {aheadMs > 0 ? "ahead of" : "behind"} {of}
    </>
  );
}

function Health() {
  const history = useSignal<readonly Probe[]>([]);
  const query = useQuery(async () => {
    const read = await probe();
    history.value = [...history.value, read].slice(-30);
    return read;
  }, everyMs);
  return (
    <Loaded query={query}>
      {(now) => (
        <section class="card">
          <h2>The process that answers this browser</h2>
          <p class="small">Behind a load balancer, each request may be answered by another process.</p>
          <dl class="facts">
            <Fact name="Process" value={now.isLive ? "runs" : "does not answer"} isGood={now.isLive} />
            <Fact
              name="Ready for calls"
              value={now.isReady ? "yes, it reaches its database" : "no: it is shutting down, or without its database"}
              isGood={now.isReady}
            />
            <Fact name="Answer" value={`${now.roundTripMs.toFixed(0)} ms, ${slowest(history.value)} ms at most`} />
            <Fact
              name="Clock"
              value={<Clock aheadMs={now.aheadMs} right="as this machine's" of="this machine's" />}
              isGood={Math.abs(now.aheadMs) < 30_000}
            />
          </dl>
        </section>
      )}
    </Loaded>
  );
}

function slowest(history: readonly Probe[]): string {
  return Math.max(...history.map(({ roundTripMs }) => roundTripMs)).toFixed(0);
}

interface FactProps {
  readonly name: string;
  readonly value: ComponentChildren;
  /** Absent: neither good nor bad. */
  readonly isGood?: boolean;
}

function Fact({ name, value, isGood }: FactProps) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>
        {isGood !== undefined && <span class={`badge ${isGood ? "good" : "bad"}`}>{isGood ? "good" : "bad"}</span>}{" "}
        {value}
      </dd>
    </div>
  );
}
