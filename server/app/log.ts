import { type DestinationStream, type LevelWithSilent, type Logger, pino } from "pino";
import { currentScope, traceMembers } from "../core/tracing/scope.ts";
import { createLogTime } from "../rpc/telemetry/log-time.ts";

/** Creates the log: one JSON object per line, with the trace that the work belongs to. Omits the values of failed SQL statements. */
export function createLog(level: LevelWithSilent, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: createLogTime(),
      mixin: () => traceMembers(currentScope()),
      serializers: { err: withoutValues },
    },
    destination,
  );
}

/**
 * Removes from an error of the database library the values of the statement, since they belong to callers, and all
 * copies of the reason but one.
 */
function withoutValues(error: Error): object {
  const serialized = pino.stdSerializers.err(error) as unknown as { [member: string]: unknown };
  const { parameters: _, driverError: __, ...rest } = serialized;
  if (!(error instanceof Error)) return rest;
  const { message, stack = "", cause } = error;
  const isCauseTold = cause instanceof Error && message.includes(cause.message);
  const told = isCauseTold ? { message, stack } : { message: serialized["message"], stack: serialized["stack"] };
  return { ...rest, ...told, stack: String(told.stack).replace(`: ${message}\n`, "\n") };
}
