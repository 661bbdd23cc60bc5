import { lowerThreadPriority } from "../core/thread-priority.ts";
import { protobufCodecs } from "../rpc/codec/protobuf/codecs.ts";
import { messageFormatsOf } from "../rpc/codec/protobuf/message-format.ts";
import { ReverseBuffer } from "../rpc/codec/protobuf/reverse-buffer.ts";
import { createTaskRunner } from "../threads/requests/tasks.ts";
import { restCodecs } from "../transports/rest/codec.ts";
import { pureTables } from "./pure-tables.ts";

lowerThreadPriority("calls");

const buffer = new ReverseBuffer();

/** Entry of a worker thread: runs the operation of one call. */
export default createTaskRunner(pureTables, (method) => [
  ...restCodecs(method),
  ...protobufCodecs(messageFormatsOf(method, { buffer })),
]);
