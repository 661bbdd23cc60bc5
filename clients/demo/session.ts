import { isDeepStrictEqual } from "node:util";
import type { DescMessage, DescMethodUnary, Message, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { progressBar } from "./screen.ts";
import { requestOf, type Wire } from "./wires.ts";

/** Measured speed of one protocol. */
export interface Rate {
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
}

/** Sends the same requests over every protocol. */
export interface Session {
  /** Sends requests over every protocol; fails unless all responses agree. Returns the typed responses. */
  callAll<Input extends DescMessage, Output extends DescMessage>(
    method: DescMethodUnary<Input, Output>,
    requests: readonly MessageInitShape<Input>[],
  ): Promise<MessageShape<Output>[]>;
  rates(): Rate[];
}

/** Concurrent calls. */
const concurrentCalls = 32;

/** Opens a session with a known number of requests; `signal` cancels it. */
export function openSession(typed: Wire, others: readonly Wire[], questions: number, signal: AbortSignal): Session {
  const wires = [typed, ...others];
  const seconds = new Map<Wire, number>(wires.map((wire) => [wire, 0]));
  let round = 0;
  let requestCount = 0;
  let calls = 0;
  const showProgress = progressBar(questions * wires.length);

  async function callOver(wire: Wire, method: DescMethodUnary, requests: readonly Message[]): Promise<unknown[]> {
    const answers: unknown[] = new Array(requests.length);
    const left = requests.entries();
    const worker = async () => {
      for (const [index, request] of left) {
        signal.throwIfAborted();
        answers[index] = await wire.call(method, request).catch((error: Error) => {
          throw new Error(`${method.name} over ${wire.name}: ${error.message}`, { cause: error });
        });
        calls += 1;
        showProgress(calls);
      }
    };
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: concurrentCalls }, worker));
    seconds.set(wire, (seconds.get(wire) as number) + (performance.now() - startedMs) / 1000);
    return answers;
  }

  return {
    async callAll(method, fields) {
      const requests = fields.map((init) => requestOf(method, init));
      const answers = new Map<Wire, unknown[]>();
      // Each round begins with another protocol, so that none always pays the cost of the first call of a kind.
      for (let i = 0; i < wires.length; i++) {
        const wire = wires[(i + round) % wires.length] as Wire;
        answers.set(wire, await callOver(wire, method, requests));
      }
      round += 1;
      requestCount += requests.length;
      const first = answers.get(typed) as MessageShape<typeof method.output>[];
      for (const other of others) {
        first.forEach((answer, index) => {
          const same = isDeepStrictEqual(typed.plain(method, answer), other.plain(method, answers.get(other)?.[index]));
          if (!same)
            throw new Error(`${method.name}: ${other.name} and ${typed.name} answered wine ${index} differently`);
        });
      }
      return first;
    },
    rates: () => wires.map((wire) => ({ name: wire.name, calls: requestCount, seconds: seconds.get(wire) as number })),
  };
}
