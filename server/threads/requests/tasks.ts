import type { DescMethodUnary } from "@bufbuild/protobuf";
import { move } from "piscina";
import { Fault } from "../../core/fault.ts";
import type { Form } from "../../rpc/codec/codec.ts";
import { compileWork, type ServiceTable, unaryMethods, type Work } from "../../rpc/handler.ts";
import { nameOf, type Task } from "../../rpc/pipeline.ts";
import { type WorkerReply, withMemoryOfItsOwn } from "./pool.ts";

/** Compiles the work of pure services, to be done from bytes to bytes in a worker thread. */
export function createTaskRunner(
  tables: readonly ServiceTable[],
  formsOf: (method: DescMethodUnary) => readonly Form[],
): (task: Task) => Promise<WorkerReply> {
  const works = new Map<string, Work>();
  const forms = new Map<string, Form>();
  for (const table of tables) {
    for (const method of unaryMethods(table.service)) {
      const name = nameOf(method);
      works.set(name, compileWork(method, table));
      for (const form of formsOf(method)) forms.set(`${name} ${form.name}`, form);
    }
  }
  return async ({ method, form: formName, body, parameters }) => {
    const work = works.get(method) as Work;
    const form = forms.get(`${method} ${formName}`) as Form;
    try {
      const written = await work(form, body, parameters, undefined);
      return move(
        typeof written === "string" ? new TextEncoder().encode(written) : withMemoryOfItsOwn(written),
      ) as Uint8Array;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { fault: { reason: error.reason, message: error.message, facts: error.facts } };
    }
  };
}
