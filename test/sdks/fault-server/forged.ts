import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { Code } from "@connectrpc/connect";
import { FaultDetailSchema } from "#contract/fault/v1/fault_pb.js";
import type { Answer, Refusal } from "./answer.ts";
import type { Fault } from "./fault.ts";

/** Bytes before a message of gRPC: a flag and the length. */
const prefixBytes = 5;

/** Makes the answer of an intermediary, by a clock that is wrong by `dateOffsetMs`. */
export function refusalOf(fault: Fault & { do: "refuse" }, dateOffsetMs: number): Refusal {
  const { status, retryAfterSeconds, isRetryAfterDate, contentType = "text/html" } = fault;
  const nowMs = Date.now() + dateOffsetMs;
  const headers: Record<string, string> = { "content-type": contentType, date: new Date(nowMs).toUTCString() };
  if (retryAfterSeconds !== undefined) {
    const date = new Date(nowMs + retryAfterSeconds * 1_000).toUTCString();
    headers["retry-after"] = isRetryAfterDate ? date : String(retryAfterSeconds);
  }
  return { status, headers, body: fault.body ?? "<h1>an intermediary</h1>" };
}

/** Makes a failure with a reason by its number, in the protocol of the caller. */
export function failureOf(fault: Fault & { do: "fail" }, contentType: string): Refusal {
  const { reason, text, parameter = "", retryAfter } = fault;
  const detail = toBinary(FaultDetailSchema, create(FaultDetailSchema, { reason, parameter }));
  const wait = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  const type = FaultDetailSchema.typeName;
  if (contentType.startsWith("application/grpc")) {
    const any = new BinaryWriter().uint32(10).string(`type.googleapis.com/${type}`).uint32(18).bytes(detail).finish();
    const status = new BinaryWriter().uint32(8).int32(Code.FailedPrecondition).uint32(18).string(text);
    const headers = {
      ...wait,
      "content-type": contentType,
      "grpc-status": String(Code.FailedPrecondition),
      "grpc-message": text,
      "grpc-status-details-bin": Buffer.from(status.uint32(26).bytes(any).finish()).toString("base64"),
    };
    return { status: 200, headers, body: "" };
  }
  const details = [{ type, value: Buffer.from(detail).toString("base64").replace(/=+$/, "") }];
  const body = JSON.stringify({ code: "failed_precondition", message: text, details });
  return { status: 400, headers: { ...wait, "content-type": "application/json" }, body };
}

/** Returns an answer with another message. */
export async function rewritten(answer: Answer, edit: (message: Uint8Array) => Uint8Array): Promise<Answer> {
  const bytes = await buffer(answer.body);
  const isFramed = String(answer.headers["content-type"]).startsWith("application/grpc");
  const { "content-length": _, "content-encoding": encoding, ...headers } = answer.headers;
  const edited = () => Buffer.from(edit(encoding === "gzip" ? gunzipSync(bytes) : bytes));
  return { ...answer, headers, body: Readable.from([isFramed ? reframed(bytes, edit) : edited()]) };
}

/** Edits the first message of a body; leaves what follows it as it is. */
function reframed(bytes: Buffer, edit: (message: Uint8Array) => Uint8Array): Buffer {
  const end = prefixBytes + bytes.readUInt32BE(1);
  const given = bytes.subarray(prefixBytes, end);
  const message = edit(bytes[0] === 0 ? given : gunzipSync(given));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message, bytes.subarray(end)]);
}
