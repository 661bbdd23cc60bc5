import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { usage } from "./service.ts";

/** Callers to show: an identity, a key, or both. */
export interface Callers {
  readonly identityId?: string;
  readonly keyId: string;
}

/** Shows how much of its plan a key uses now, as counted by the process that answers. */
export function Rate({ callers }: { readonly callers: Callers }) {
  const query = useQuery(() => usage().getRate(callers), 2_000);
  return (
    <section class="card">
      <h2>Now</h2>
      <Loaded query={query}>
        {({ used, limit, concurrent, concurrentLimit }) => (
          <>
            <Gauge label="Calls in this minute" value={Number(used)} most={Number(limit)} />
            <Gauge label="Calls at once" value={concurrent} most={concurrentLimit} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Gauge({ label, value, most }: { readonly label: string; readonly value: number; readonly most: number }) {
  return (
    <label class="label gauge">
      {label}: {value.toLocaleString("en")} of {most.toLocaleString("en")}
      <meter value={value} max={most} high={most * 0.8} optimum={0} />
    </label>
  );
}
