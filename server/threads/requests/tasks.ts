import type { DescMethodUnary } from "@bufbuild/protobuf";
import { move } from "piscina";
import { Fault } from "../../core/fault.ts";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { compileHandler, type Handler, type ServiceTable, unaryMethods } from "../../rpc/handler.ts";
import { nameOf, type Task } from "../../rpc/pipeline.ts";
import type { WorkerReply } from "./pool.ts";

/** Compiles the handlers of pure services, which a worker thread runs on encoded requests. */
export function createTaskRunner(
  tables: readonly ServiceTable[],
  codecsOf: (method: DescMethodUnary) => readonly Codec[],
): (task: Task) => Promise<WorkerReply> {
  const handlers = new Map<string, Handler>();
  const codecs = new Map<string, Codec>();
  for (const table of tables) {
    for (const method of unaryMethods(table.service)) {
      const name = nameOf(method);
      handlers.set(name, compileHandler(method, table));
      for (const codec of codecsOf(method)) codecs.set(`${name} ${codec.name}`, codec);
    }
  }
  return async ({ method, codec: codecName, body, parameters }) => {
    const handler = handlers.get(method) as Handler;
    const codec = codecs.get(`${method} ${codecName}`) as Codec;
    try {
      const written = await handler(codec, body, parameters, undefined);
      return move(
        typeof written === "string" ? new TextEncoder().encode(written) : withOwnBuffer(written),
      ) as Uint8Array;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { fault: { reason: error.reason, message: error.message, facts: error.facts } };
    }
  };
}
