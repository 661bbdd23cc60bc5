import type { Logger } from "pino";
import type { Family } from "../../core/metrics/metrics.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import type { Link } from "../../threads/serving/link.ts";
import type { CertificateForm } from "../../threads/serving/messages.ts";
import type { Port } from "../../transports/http/port.ts";
import { type ServingThread, startServingThread } from "./serving-thread.ts";
import type { ThreadData } from "./thread-data.ts";
import { ThreadMeasurements } from "./thread-measurements.ts";
import { type Pace, ThreadPlace } from "./thread-place.ts";

export interface ServingThreadsDeps {
  readonly count: number;
  readonly data: Omit<ThreadData, "thread">;
  /** Answers what a new thread asks. */
  readonly attend: (link: Link, thread: number) => void;
  /** Called when the port closes; running work may finish within the grace period. */
  readonly onClose: () => void;
  readonly log: Pick<Logger, "warn" | "error">;
  readonly options?: ServingOptions | undefined;
}

/** Options for tests. */
export interface ServingOptions {
  readonly program?: URL;
  readonly pace?: Partial<Pace>;
  /** Called with each thread that is started. */
  readonly onStart?: (thread: ServingThread) => void;
}

/** The port of several threads. */
export interface SharedPort extends Port {
  /** Resolves with the reason when no thread serves and none can be started. */
  readonly failed: Promise<Error>;
  /** Reads what each thread has measured, and those that have ended. */
  measurements(): Promise<readonly Family[]>;
}

const servingProgram = new URL("./thread.ts", import.meta.url);
/** Failed starts in a row at one place after which the port counts as failed, if no other thread has it. */
const failuresMax = 6;

/** Opens the port in several threads, among which the kernel spreads the connections. Together they are one port. */
export async function openServingThreads(deps: ServingThreadsDeps): Promise<SharedPort> {
  const { data, attend, log, options = {} } = deps;
  disableWasmCodeGc();
  const failed = Promise.withResolvers<Error>();
  const measured = new ThreadMeasurements();
  let { port, tls } = data;
  let lost = 0;
  const places = Array.from({ length: deps.count }, (_, number) => {
    const start = () => {
      const told = { ...data, thread: number + 1, port, tls };
      const thread = startServingThread(options.program ?? servingProgram, told, attend);
      options.onStart?.(thread);
      return thread;
    };
    const onLost = (reason: Error) => {
      lost++;
      log.error({ err: reason }, "a thread of the port has ended with its connections; another one takes its place");
    };
    const onFailed = (reason: Error, failures: number) => {
      log.error({ err: reason, failures }, "a thread of the port could not be started; it is tried again");
      if (failures >= failuresMax && links().length === 0) failed.resolve(reason);
    };
    return new ThreadPlace({ start, onLost, onFailed, ...(options.pace && { pace: options.pace }) });
  });
  const links = () => places.flatMap(({ thread }) => thread?.link ?? []);
  const tellAll = (tell: (link: Link) => void) => links().forEach(tell);
  /** Asks every thread; those that end meanwhile have no answer. */
  const askAll = async <Answer>(ask: (link: Link) => Promise<Answer>): Promise<Answer[]> => {
    const settled = await Promise.allSettled(links().map(ask));
    return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  };
  const closeAll = () => Promise.all(places.map((place) => place.close()));
  const [first, ...others] = places as [ThreadPlace, ...ThreadPlace[]];
  try {
    const address = await first.open();
    port = address.port;
    await Promise.all(others.map((place) => place.open()));
    return {
      address,
      failed: failed.promise,
      threads: () => ({ serving: links().length, lost }),
      measurements: () => measured.read(links()),
      async load() {
        const loads = await askAll((link) => link.ask("port.load", undefined));
        const sum = (member: "connections" | "http2") => loads.reduce((total, load) => total + load[member], 0);
        return { connections: sum("connections"), http2: sum("http2"), certificate: tls?.cert };
      },
      setCertificate(next: CertificateForm) {
        tls = next;
        tellAll((link) => link.tell("port.certificate", next));
      },
      drain: () => tellAll((link) => link.tell("port.drain", undefined)),
      stopListening() {
        for (const place of places) place.stop();
        tellAll((link) => link.tell("port.stop", undefined));
      },
      async close(graceMs) {
        for (const place of places) place.stop();
        const closed = askAll((link) => link.ask("port.close", graceMs));
        deps.onClose();
        await closed;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
