import type { DescMethod } from "@bufbuild/protobuf";
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
}

interface FailedForm {
  /** Place of the call among those of the group. */
  readonly call: number;
  readonly fault: FaultForm | undefined;
  readonly cause: unknown;
}

/** Members of a call in a group: request id, protocol, method, principal, duration, reason. */
const memberCount = 6;
const groupMs = 50;
const groupMax = 500;

/**
 * Gathers what is observed of calls, and sends it at most 50 ms later. Traces are left out: calls that have some are
 * answered elsewhere.
 */
export class ObservedCalls {
  readonly #methods: Map<DescMethod, number>;
  readonly #send: (group: ObservedForm) => void;
  #places = new Map<Principal, number>();
  #members: (string | number)[] = [];
  #failures: FailedForm[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(methods: readonly DescMethod[], send: (group: ObservedForm) => void) {
    this.#methods = new Map(methods.map((method, place) => [method, place]));
    this.#send = send;
  }

  readonly observe = ({ call, principal, durationMs, reason, fault, cause }: Observation): void => {
    const number = this.#members.length / memberCount;
    const method = this.#methods.get(call.method) as number;
    this.#members.push(call.requestId, call.protocol, method, this.#placeOf(principal), durationMs, reason);
    if (fault !== undefined) this.#failures.push({ call: number, fault: formOfFault(fault), cause: sendable(cause) });
    if (number + 1 >= groupMax) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), groupMs).unref();
  };

  /** Sends what is gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#members.length === 0) return;
    const group = { principals: [...this.#places.keys()], members: this.#members, failures: this.#failures };
    this.#places = new Map();
    this.#members = [];
    this.#failures = [];
    this.#send(group);
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
  for (let call = 0; call < group.members.length / memberCount; call++) {
    const [requestId, protocol, method, principal, durationMs, reason] = group.members.slice(
      call * memberCount,
      (call + 1) * memberCount,
    ) as [string, string, number, number, number, Observation["reason"]];
    const failed = failures.get(call);
    yield {
      call: { requestId, protocol, method: methods[method] as DescMethod },
      principal: group.principals[principal],
      durationMs,
      reason,
      fault: failed?.fault && faultOf(failed.fault),
      cause: failed?.cause,
      isUnlimited: false,
    };
  }
}
