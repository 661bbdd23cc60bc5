import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { HeaderList } from "../http/exchange.ts";
import { compressionNames } from "./compression.ts";
import { percentEncode } from "./metadata.ts";
import { code, type RpcError } from "./status.ts";

/** Trailers of success, for gRPC and gRPC-Web. */
export const okTrailers: HeaderList = ["grpc-status", "0"];

/** Returns the trailers of an error: its metadata, code, message, and details as a google.rpc.Status. */
export function errorTrailers(error: RpcError): HeaderList {
  const trailers = [...error.metadata, "grpc-status", String(error.code), "grpc-message", percentEncode(error.message)];
  // gRPC requires the known compressions in the answer to an unknown one.
  if (error.code === code.unimplemented) trailers.push("grpc-accept-encoding", compressionNames);
  if (error.details.length > 0) {
    // Without padding, as the gRPC specification requires of senders.
    trailers.push("grpc-status-details-bin", Buffer.from(statusBytes(error)).toString("base64").replace(/=+$/, ""));
  }
  return trailers;
}

/** Encodes a google.rpc.Status: 1 code, 2 message, 3 details, each a google.protobuf.Any of 1 type URL and 2 value. */
function statusBytes(error: RpcError): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int32(error.code);
  writer.tag(2, WireType.LengthDelimited).string(error.message);
  for (const detail of error.details) {
    writer.tag(3, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(`type.googleapis.com/${detail.typeName}`);
    writer.tag(2, WireType.LengthDelimited).bytes(detail.bytes);
    writer.join();
  }
  return writer.finish();
}
