import type { Logger } from "pino";

/** Parts of the process that obey its signals. */
export interface SignalDeps<Running> {
  /** Where signals arrive: the process. */
  readonly signals: {
    on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
    off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  };
  /** Ends the process at once, as the signal does by default. */
  readonly endBy: (signal: NodeJS.Signals) => void;
  /** Reads the configuration again. Must not reject, as `close`. */
  readonly reload: (running: Running) => Promise<void>;
  readonly close: (running: Running) => Promise<void>;
  readonly log: Pick<Logger, "info">;
}

/** Start of a server, as far as signals depend on it. */
export interface StartTold<Running> {
  /** Tells that the port is about to be opened: callers are served from now on. */
  opening(): void;
  /** Tells the end of the start; undefined if it has failed. */
  over(running: Running | undefined): void;
}

/**
 * Obeys SIGHUP, SIGINT and SIGTERM. A reload waits for the end of the start, which has read its configuration before. A
 * start is cut off anywhere until it opens the port; from then on it is finished, and then the server is closed. A second
 * signal to stop ends the process at once.
 */
export function obeySignals<Running>({ signals, endBy, reload, close, log }: SignalDeps<Running>): StartTold<Running> {
  const started = Promise.withResolvers<Running | undefined>();
  let isServing = false;
  const onceStarted = async (act: (running: Running) => Promise<void>) => {
    const running = await started.promise;
    if (running !== undefined) await act(running);
  };
  let reloading = Promise.resolve();
  signals.on("SIGHUP", () => {
    reloading = reloading.then(() => onceStarted(reload));
  });
  const onStop = (act: (signal: NodeJS.Signals) => void, method: "on" | "off") => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) signals[method](signal, act);
  };
  const end = (signal: NodeJS.Signals) => {
    onStop(end, "off");
    endBy(signal);
  };
  const stop = (signal: NodeJS.Signals) => {
    onStop(stop, "off");
    if (!isServing) return endBy(signal);
    onStop(end, "on");
    log.info({ signal }, "shutting down");
    void onceStarted(close);
  };
  onStop(stop, "on");
  return {
    opening() {
      isServing = true;
    },
    over: started.resolve,
  };
}
