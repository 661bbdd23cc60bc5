import type { AddressInfo } from "node:net";
import type { Family } from "../../core/metrics/metrics.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import type { Link } from "../../threads/serving/link.ts";
import type { CertificateForm } from "../../threads/serving/messages.ts";
import type { Port } from "../../transports/http/port.ts";
import { type ServingThread, startServingThread } from "./serving-thread.ts";
import type { ThreadData } from "./thread-data.ts";

export interface ServingThreadsDeps {
  readonly count: number;
  readonly data: Omit<ThreadData, "thread">;
  /** Answers what a new thread asks. */
  readonly attend: (link: Link, thread: number) => void;
  /** Called when the port closes; running work may finish within the grace period. */
  readonly onClose: () => void;
  readonly program?: URL;
}

const program = new URL("./thread.ts", import.meta.url);

/** The port of several threads. */
export interface SharedPort extends Port {
  /** Reads what each thread has measured. */
  measurements(): Promise<readonly Family[]>;
}

/** Opens the port in several threads, among which the kernel spreads the connections. Together they are one port. */
export async function openServingThreads(deps: ServingThreadsDeps): Promise<SharedPort> {
  disableWasmCodeGc();
  const threads = new Set<ServingThread>();
  let tls = deps.data.tls;
  const start = async (number: number, port: number): Promise<AddressInfo> => {
    const data = { ...deps.data, thread: number, port, tls };
    const thread = startServingThread(deps.program ?? program, data, deps.attend);
    threads.add(thread);
    void thread.ended.then(() => threads.delete(thread));
    return thread.opened;
  };
  const endAll = () => Promise.all([...threads].map((thread) => thread.terminate()));
  try {
    const address = await start(1, deps.data.port);
    await Promise.all(Array.from({ length: deps.count - 1 }, (_, n) => start(n + 2, address.port)));
    return portOf(address);
  } catch (error) {
    await endAll();
    throw error;
  }

  function portOf(address: AddressInfo): SharedPort {
    const each = (act: (link: Link) => void) => {
      for (const { link } of threads) act(link);
    };
    /** Asks every thread; those that end meanwhile have no answer. */
    const answersOf = async <Answer>(ask: (link: Link) => Promise<Answer>): Promise<Answer[]> => {
      const settled = await Promise.allSettled([...threads].map(({ link }) => ask(link)));
      return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    };
    return {
      address,
      measurements: async () => (await answersOf((link) => link.ask("measurements", undefined))).flat(),
      async load() {
        const known = await answersOf((link) => link.ask("port.load", undefined));
        return {
          connections: known.reduce((sum, { connections }) => sum + connections, 0),
          http2: known.reduce((sum, { http2 }) => sum + http2, 0),
          certificate: tls?.cert,
        };
      },
      setCertificate(next: CertificateForm) {
        tls = next;
        each((link) => link.tell("port.certificate", next));
      },
      drain: () => each((link) => link.tell("port.drain", undefined)),
      stopListening: () => each((link) => link.tell("port.stop", undefined)),
      async close(graceMs) {
        const closed = answersOf((link) => link.ask("port.close", graceMs));
        deps.onClose();
        await closed;
        await endAll();
      },
    };
  }
}
