import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { currentScope, endScope, traceMembers, withinScope } from "../../../server/core/tracing/scope.ts";
import { traceId } from "../../support/telemetry/contexts.ts";

const newScope = (id = traceId) => ({ traceId: id, isOver: false });

test("work and what it waits for are in its scope, and nothing else is", async () => {
  const [one, other] = [newScope(), newScope("f".repeat(32))];
  const seen = async () => {
    await setImmediate();
    return currentScope();
  };
  expect(await Promise.all([withinScope(one, seen), withinScope(other, seen), seen()])).toEqual([
    one,
    other,
    undefined,
  ]);
});

test("work that goes on after the end of its scope is in none", async () => {
  const scope = newScope();
  const late = withinScope(scope, async () => {
    await setImmediate();
    return currentScope();
  });
  endScope(scope);
  expect(await late).toBeUndefined();
});

test("work can leave the scope in which it is begun", () => {
  expect(withinScope(newScope(), () => withinScope(undefined, currentScope))).toBeUndefined();
});

test("lines of the log name the trace, or nothing", () => {
  expect(traceMembers(newScope())).toEqual({ trace_id: traceId });
  expect(traceMembers(undefined)).toEqual({});
});
