import { currentScope, recorded, withinScope } from "../../../core/tracing/scope.ts";
import type { Span } from "../../../core/tracing/span.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";

/** Returns the place of the running call in its trace; undefined if nobody records it. */
export function recordedCall(): TraceContext | undefined {
  return currentScope()?.span?.context;
}

/** Begins the span of an order, until it is decided and stored; undefined if nobody records its call. */
export function orderSpan(): Span | undefined {
  return currentScope()?.span?.child({ name: "ledger order", kind: "internal" });
}

/** Ends the span of an order with it. */
export function endingWith<Outcome>(span: Span | undefined, order: Promise<Outcome>): Promise<Outcome> {
  return span === undefined ? order : recorded(span, () => order);
}

/**
 * Writes the batch of a turn in a trace of its own, to whose span those of its orders link, as it belongs to none of them
 * alone. Without a recorded order it is in no trace.
 */
export function tracedTurn<Result>(
  orders: readonly { readonly span: Span | undefined }[],
  write: () => Promise<Result>,
): Promise<Result> {
  const traced = orders.flatMap(({ span }) => span ?? []);
  const turn = traced[0]?.root({
    name: "ledger turn",
    kind: "internal",
    attributes: { "platonic.ledger.orders": orders.length },
  });
  if (turn === undefined) return withinScope(undefined, write);
  for (const order of traced) order.link(turn.context);
  return recorded(turn, write);
}
