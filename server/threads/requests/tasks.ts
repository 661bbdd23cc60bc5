import type { DescMethodUnary } from "@bufbuild/protobuf";
import { move } from "piscina";
import { Fault } from "../../core/fault.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { compileHandler, type Handler, type ServiceTable, unaryMethods } from "../../rpc/handler.ts";
import { nameOf, type Task } from "../../rpc/pipeline.ts";
import { type WorkerReply, withOwnBuffer } from "./pool.ts";

/** Compiles the work of pure services, to be done from bytes to bytes in a worker thread. */
export function createTaskRunner(
  tables: readonly ServiceTable[],
  formsOf: (method: DescMethodUnary) => readonly Codec[],
): (task: Task) => Promise<WorkerReply> {
  const works = new Map<string, Handler>();
  const forms = new Map<string, Codec>();
  for (const table of tables) {
    for (const method of unaryMethods(table.service)) {
      const name = nameOf(method);
      works.set(name, compileHandler(method, table));
      for (const form of formsOf(method)) forms.set(`${name} ${form.name}`, form);
    }
  }
  return async ({ method, codec: formName, body, parameters }) => {
    const work = works.get(method) as Handler;
    const form = forms.get(`${method} ${formName}`) as Codec;
    try {
      const written = await work(form, body, parameters, undefined);
      return move(
        typeof written === "string" ? new TextEncoder().encode(written) : withOwnBuffer(written),
      ) as Uint8Array;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { fault: { reason: error.reason, message: error.message, facts: error.facts } };
    }
  };
}
