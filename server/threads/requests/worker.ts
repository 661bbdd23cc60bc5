import { move } from "piscina";
import { GeocodeService } from "../../../gen/es/geocode/v1/service_pb.js";
import { Fault } from "../../core/fault.ts";
import { giveWay } from "../../core/thread-priority.ts";
import { geocodeOperations } from "../../modules/geocode/operations.ts";
import type { Form } from "../../rpc/codec/codec.ts";
import { rpcForms } from "../../rpc/codec/protobuf/codecs.ts";
import { compileWork, unaryMethods, type Work } from "../../rpc/handler.ts";
import { nameOf, type Task } from "../../rpc/pipeline.ts";
import { restForms } from "../../transports/rest/codec.ts";
import { type WorkerReply, withMemoryOfItsOwn } from "./pool.ts";

const works = new Map<string, Work>();
const forms = new Map<string, Form>();
for (const method of unaryMethods(GeocodeService)) {
  const name = nameOf(method);
  works.set(name, compileWork(method, { service: GeocodeService, operations: geocodeOperations }));
  for (const form of [...restForms(method), ...rpcForms(method)]) forms.set(`${name} ${form.name}`, form);
}

giveWay("calls");

/** The entry of a worker thread: does the work of one call. */
export default async function runTask({ method, form: formName, body, parameters }: Task): Promise<WorkerReply> {
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
}
