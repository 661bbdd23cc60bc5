import { giveWay } from "../core/thread-priority.ts";
import { rpcForms } from "../rpc/codec/protobuf/codecs.ts";
import { createTaskRunner } from "../threads/requests/tasks.ts";
import { restForms } from "../transports/rest/codec.ts";
import { pureTables } from "./pure-tables.ts";

giveWay("calls");

/** Does the work of one call. The entry of a worker thread. */
export default createTaskRunner(pureTables, (method) => [...restForms(method), ...rpcForms(method)]);
