import { type DescMessage, fromBinary, fromJsonString, type JsonValue, toJson } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { ErrorInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import type { CodecName } from "./framing.ts";

/** A decoded answer, independent of the protocol. */
export interface Answer {
  /** The message as canonical JSON. */
  readonly result?: JsonValue;
  readonly error?: AnswerError;
  /** Sorted names of the rate limit headers. */
  readonly limitHeaders: readonly string[];
}

export interface AnswerError {
  /** Canonical status code. */
  readonly code: number;
  readonly message: string;
  /** The typed detail as JSON. */
  readonly fault?: JsonValue;
  /** The reason and metadata of the google.rpc.ErrorInfo. */
  readonly info?: { readonly reason: string; readonly domain: string; readonly metadata: { [name: string]: string } };
}

export interface Detail {
  readonly typeName: string;
  readonly bytes: Uint8Array;
}

type Headers = { readonly [name: string]: string };

export function resultAnswer(schema: DescMessage, codec: CodecName, bytes: Buffer, headers: Headers): Answer {
  const message =
    codec === "json" ? fromJsonString(schema, bytes.toString("utf8")) : fromBinary(schema, new Uint8Array(bytes));
  return { result: toJson(schema, message), limitHeaders: limitHeadersIn(headers) };
}

export function errorAnswer(code: number, message: string, details: readonly Detail[], headers: Headers): Answer {
  return { error: { code, message, ...read(details) }, limitHeaders: limitHeadersIn(headers) };
}

function read(details: readonly Detail[]): Pick<AnswerError, "fault" | "info"> {
  if (details.length === 0) return {};
  const [typed, info, ...others] = details as [Detail, Detail];
  if (typed.typeName !== FaultDetailSchema.typeName || info?.typeName !== ErrorInfoSchema.typeName || others.length > 0)
    throw new Error(`unexpected details: ${details.map(({ typeName }) => typeName).join()}`);
  const fault = fromBinary(FaultDetailSchema, typed.bytes);
  const { reason, domain, metadata } = fromBinary(ErrorInfoSchema, info.bytes);
  if (reason !== Reason[fault.reason]) throw new Error("the details do not agree");
  return { fault: toJson(FaultDetailSchema, fault) as JsonValue, info: { reason, domain, metadata } };
}

/** Decodes the google.rpc.Status of `grpc-status-details-bin`: fields 1 code, 2 message, 3 details. */
export function readStatus(text: string): { code: number; message: string; details: Detail[] } {
  const status = { code: 0, message: "", details: [] as Detail[] };
  const reader = new BinaryReader(Buffer.from(text, "base64"));
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) status.code = reader.int32();
    else if (field === 2) status.message = reader.string();
    else if (field === 3) status.details.push(readAny(reader.bytes()));
    else reader.skip(wireType);
  }
  return status;
}

function readAny(bytes: Uint8Array): Detail {
  let [typeUrl, value] = ["", new Uint8Array()];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) typeUrl = reader.string();
    else if (field === 2) value = reader.bytes() as Uint8Array<ArrayBuffer>;
    else reader.skip(wireType);
  }
  return { typeName: typeUrl.replace(/^type\.googleapis\.com\//, ""), bytes: value };
}

function limitHeadersIn(headers: Headers): string[] {
  return Object.keys(headers)
    .filter((name) => name.startsWith("x-ratelimit-") || name === "retry-after")
    .sort();
}
