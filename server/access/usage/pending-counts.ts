import type { DescMethod } from "@bufbuild/protobuf";
import { nameOf } from "../../rpc/pipeline.ts";
import { hourMs, type UsageCaller, type UsageCount, type UsageResult } from "../domain/usage.ts";
import { type UsageSubject, usageCallerOf } from "./refusal.ts";

/** Calls of a caller to one method, in the present hour. */
class MethodCount {
  ok = 0;
  /** Created by the first call that fails. */
  failed: Map<UsageResult, number> | undefined;
}

interface CallerCounts {
  readonly caller: UsageCaller;
  readonly methods: Map<DescMethod, MethodCount>;
}

/** Counts of calls in memory. A call takes two look-ups and an addition. */
export class PendingCounts {
  #callers = new Map<string, CallerCounts>();
  #startMs = 0;
  #closed: UsageCount[] = [];

  /** Counts a call. */
  add(subject: UsageSubject, method: DescMethod, result: UsageResult, nowMs: number): void {
    // A clock that was set back begins another hour, too.
    if (nowMs >= this.#startMs + hourMs || nowMs < this.#startMs) this.#begin(nowMs);
    let counts = this.#callers.get(subject.id);
    if (counts === undefined) {
      counts = { caller: usageCallerOf(subject), methods: new Map() };
      this.#callers.set(subject.id, counts);
    }
    let count = counts.methods.get(method);
    if (count === undefined) {
      count = new MethodCount();
      counts.methods.set(method, count);
    }
    if (result === "OK") count.ok++;
    else {
      count.failed ??= new Map();
      count.failed.set(result, (count.failed.get(result) ?? 0) + 1);
    }
  }

  /** Removes and returns all counts. */
  drain(): UsageCount[] {
    this.#close();
    const drained = this.#closed;
    this.#closed = [];
    return drained;
  }

  #begin(nowMs: number): void {
    this.#close();
    this.#startMs = Math.floor(nowMs / hourMs) * hourMs;
  }

  #close(): void {
    for (const { caller, methods } of this.#callers.values()) {
      for (const [method, { ok, failed }] of methods) {
        const operation = nameOf(method);
        const count = (result: UsageResult, calls: number) =>
          this.#closed.push({ ...caller, hourMs: this.#startMs, operation, result, calls });
        if (ok > 0) count("OK", ok);
        for (const [result, calls] of failed ?? []) count(result, calls);
      }
    }
    this.#callers = new Map();
  }
}
