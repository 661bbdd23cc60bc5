import type { DescMethod } from "@bufbuild/protobuf";
import type { NamedPlace } from "../../core/tracing/scope.ts";
import type { RecordedSpan } from "../../core/tracing/span.ts";
import type { Observation } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import { type FaultForm, faultOf, formOfFault, sendable } from "./error-form.ts";

/** Calls that a thread has answered, in their order. */
export interface ObservedForm {
  /** Callers of these calls, each once. */
  readonly principals: readonly Principal[];
  /** The members of each call one after the other, which costs a quarter of what objects cost. */
  readonly members: readonly (string | number)[];
  readonly failures: readonly FailedForm[];
  readonly places: readonly PlaceForm[];
  /** Spans that have ended, of these calls and within them. */
  readonly spans: readonly RecordedSpan[];
}

interface FailedForm {
  /** Place of the call among those of the group. */
  readonly call: number;
  readonly fault: FaultForm | undefined;
  readonly cause: unknown;
}

interface PlaceForm {
  /** Place of the call among those of the group. */
  readonly call: number;
  readonly traceId: string;
  readonly spanId: string | undefined;
}

/** Members of a call in a group: request id, protocol, method, principal, duration, reason. */
const memberCount = 6;
const groupMs = 50;
const groupMax = 500;

/** Gathers what is observed of calls, and sends it at most 50 ms later. */
export class ObservedCalls {
  readonly #methods: Map<DescMethod, number>;
  readonly #send: (group: ObservedForm) => void;
  #places = new Map<Principal, number>();
  #members: (string | number)[] = [];
  #failures: FailedForm[] = [];
  #traced: PlaceForm[] = [];
  #spans: RecordedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(methods: readonly DescMethod[], send: (group: ObservedForm) => void) {
    this.#methods = new Map(methods.map((method, place) => [method, place]));
    this.#send = send;
  }

  readonly observe = ({ call, scope, principal, durationMs, reason, fault, cause }: Observation): void => {
    const number = this.#members.length / memberCount;
    const method = this.#methods.get(call.method) as number;
    this.#members.push(call.requestId, call.protocol, method, this.#placeOf(principal), durationMs, reason);
    if (fault !== undefined) this.#failures.push({ call: number, fault: formOfFault(fault), cause: sendable(cause) });
    if (scope !== undefined)
      this.#traced.push({ call: number, traceId: scope.traceId, spanId: scope.span?.context.spanId });
    if (number + 1 >= groupMax) this.flush();
    else this.#wait();
  };

  /** Gathers a span that has ended. That of a call ends after the call is observed. */
  readonly record = (span: RecordedSpan): void => {
    this.#spans.push(span);
    this.#wait();
  };

  /** Sends what is gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#members.length === 0 && this.#spans.length === 0) return;
    const group = {
      principals: [...this.#places.keys()],
      members: this.#members,
      failures: this.#failures,
      places: this.#traced,
      spans: this.#spans,
    };
    this.#places = new Map();
    this.#members = [];
    this.#failures = [];
    this.#traced = [];
    this.#spans = [];
    this.#send(group);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => this.flush(), groupMs).unref();
  }

  #placeOf(principal: Principal | undefined): number {
    if (principal === undefined) return -1;
    const known = this.#places.get(principal);
    if (known !== undefined) return known;
    this.#places.set(principal, this.#places.size);
    return this.#places.size - 1;
  }
}

/** Returns what was observed of the calls of a group. */
export function* observationsOf(group: ObservedForm, methods: readonly DescMethod[]): Generator<Observation> {
  const failures = new Map(group.failures.map((failed) => [failed.call, failed]));
  const places = new Map(group.places.map((place) => [place.call, place]));
  for (let call = 0; call < group.members.length / memberCount; call++) {
    const [requestId, protocol, method, principal, durationMs, reason] = group.members.slice(
      call * memberCount,
      (call + 1) * memberCount,
    ) as [string, string, number, number, number, Observation["reason"]];
    const failed = failures.get(call);
    const place = places.get(call);
    yield {
      call: { requestId, protocol, method: methods[method] as DescMethod },
      scope: place && placeOf(place),
      principal: group.principals[principal],
      durationMs,
      reason,
      fault: failed?.fault && faultOf(failed.fault),
      cause: failed?.cause,
      isUnlimited: false,
    };
  }
}

function placeOf({ traceId, spanId }: PlaceForm): NamedPlace {
  return spanId === undefined ? { traceId } : { traceId, span: { context: { spanId } } };
}
