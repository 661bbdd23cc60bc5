import { AsyncLocalStorage } from "node:async_hooks";

/** Work that belongs to a trace, such as a call. */
export interface Scope {
  readonly traceId: string;
  /** Whether the work has ended; what still runs then, such as a timer, is no part of it. */
  isOver: boolean;
}

const storage = new AsyncLocalStorage<Scope | undefined>();

/** Returns the scope of the work that is running; undefined if it belongs to no trace. */
export function currentScope(): Scope | undefined {
  const scope = storage.getStore();
  return scope === undefined || scope.isOver ? undefined : scope;
}

/** Runs work, and all that it begins, in a scope; undefined: in none. */
export function withinScope<Result>(scope: Scope | undefined, work: () => Result): Result {
  return storage.run(scope, work);
}

/** Ends a scope with the work that it is for. */
export function endScope(scope: Scope): void {
  scope.isOver = true;
}

/** Returns the members of a log line that name a place in a trace, as OpenTelemetry calls them. */
export function traceMembers(scope: Scope | undefined): { trace_id?: string } {
  return scope === undefined ? {} : { trace_id: scope.traceId };
}
