import { type DestinationStream, type LevelWithSilent, type Logger, pino } from "pino";
import { logTime } from "../rpc/telemetry/observer.ts";

/** The log: one JSON object a line. Of a failed statement it has the words, but not the values. */
export function createLog(level: LevelWithSilent, destination: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: logTime, serializers: { err: withoutValues } }, destination);
}

/** What the database's library tells of an error holds the values of the statement, which belong to callers. */
function withoutValues(error: Error): object {
  const {
    parameters: _,
    driverError: __,
    ...rest
  } = pino.stdSerializers.err(error) as unknown as {
    [member: string]: unknown;
  };
  return rest;
}

/**
 * Standard output, written some lines at a time: after a moment, when many have gathered, and when the process ends. A
 * write for each line would cost more than most calls.
 */
export function bufferedOutput(): DestinationStream {
  let gathered = "";
  const flush = () => {
    if (gathered !== "") process.stdout.write(gathered);
    gathered = "";
  };
  setInterval(flush, 100).unref();
  process.on("exit", flush);
  return {
    write(line: string) {
      gathered += line;
      if (gathered.length > 64 * 1024) flush();
    },
  };
}
