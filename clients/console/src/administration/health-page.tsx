import { useSignal } from "@preact/signals";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { Frame } from "./frame.tsx";

interface Probe {
  readonly isLive: boolean;
  readonly isReady: boolean;
  readonly roundTripMs: number;
  /** Milliseconds by which the clock of the service is ahead of this machine's, to a second. */
  readonly aheadMs: number;
}

/** Asks the process that answers this browser. */
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

/** Health of the service, as load balancers see it. */
export function Page() {
  return (
    <Frame
      title="Health"
      lead="The process that answers this browser, asked every five seconds. Behind a load balancer it may be another one each time."
    >
      <Health />
    </Frame>
  );
}

function Health() {
  const history = useSignal<readonly Probe[]>([]);
  const query = useQuery(async () => {
    const read = await probe();
    history.value = [...history.value, read].slice(-30);
    return read;
  }, 5_000);
  return (
    <Loaded query={query}>
      {(now) => (
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
            value={
              Math.abs(now.aheadMs) < 2_000
                ? "as this machine's"
                : `${(now.aheadMs / 1_000).toFixed(0)} s ahead of this machine's`
            }
            isGood={Math.abs(now.aheadMs) < 30_000}
          />
        </dl>
      )}
    </Loaded>
  );
}

function slowest(history: readonly Probe[]): string {
  return Math.max(...history.map(({ roundTripMs }) => roundTripMs)).toFixed(0);
}

interface FactProps {
  readonly name: string;
  readonly value: string;
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
