import "./core/disposal.ts";
import { constants } from "node:os";
import type { Logger } from "pino";
import { type Config, loadConfig, suspects } from "./app/config.ts";
import { createLog } from "./app/log.ts";
import { bufferedOutput } from "./app/log-output.ts";
import { obeySignals } from "./app/process-signals.ts";
import { type Server, serve } from "./app/serve.ts";
import { SettingsProblem } from "./core/config/settings-problem.ts";

async function main(): Promise<void> {
  let config: Config;
  try {
    config = loadConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
    return;
  }
  const destination = bufferedOutput();
  const log = createLog(config.log.level, destination);
  for (const suspect of suspects(process.env)) log.warn(suspect);
  const start = obeySignals<Server>({
    signals: process,
    endBy,
    reload: (running) => reload(running, log),
    close: (running) => close(running, log),
    log,
  });
  const server = await serve(config, destination, { log, onOpening: start.opening }).catch((error: unknown) => {
    log.fatal({ err: error }, "the server could not start");
    process.stderr.write(`The server could not start: ${(error as Error).message}\n`);
    process.exitCode = error instanceof SettingsProblem ? 2 : 1;
    return undefined;
  });
  start.over(server);
  if (server === undefined) return;
  const { address, port } = server.address;
  const host = address.includes(":") ? `[${address}]` : address;
  const url = `${config.http.tls ? "https" : "http"}://${host}:${port}`;
  log.info({ address, port, url, threads: server.threads }, "listening");
  if (process.stderr.isTTY) {
    destination.flush();
    process.stderr.write(
      `\nThe service is at ${addressOf(server, url)} now: open it in a browser. Ctrl+C stops it.\n\n`,
    );
  }
  if (server.operatorKey !== undefined) {
    // Written to standard error instead of the log, since the key must not be stored.
    process.stderr.write(
      `\nThe operator's API key, shown this once:\n\n  export PLATONIC_API_KEY=${server.operatorKey}\n\n`,
    );
  }
  // Ends: another process, or the next start of this one, has a database that can be trusted.
  void server.stopped.then((reason) => {
    log.fatal({ err: reason }, "the service cannot go on");
    process.exitCode = 1;
    return close(server, log);
  });
}

/**
 * Returns the address of the console. That of a development service carries the key in the fragment, which browsers do
 * not send; it is shown only on a terminal, since the log must not keep it.
 */
function addressOf({ developerKey }: Server, url: string): string {
  return developerKey === undefined ? `${url}/` : `${url}/#key=${encodeURIComponent(developerKey)}`;
}

/** Ends the process as the signal does by default; the first process of a container, for which it does nothing, by status. */
function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}

function close(server: Server, log: Logger): Promise<void> {
  return server.close().then(
    () => log.info("closed"),
    (error: unknown) => {
      log.fatal({ err: error }, "the shutdown failed");
      process.exitCode = 1;
    },
  );
}

/** Reads the configuration again. */
async function reload(server: Server, log: Logger): Promise<void> {
  try {
    const takesRestart = await server.reload(loadConfig(process.env));
    log.info({ takesRestart }, "reloaded the configuration");
  } catch (error) {
    log.error({ problem: (error as Error).message }, "could not reload the configuration; it stays unchanged");
  }
}

if (import.meta.main) await main();
