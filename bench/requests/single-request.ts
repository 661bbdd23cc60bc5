import { once } from "node:events";
import { connect } from "node:http2";
import { fromBinary, fromJsonString, toJson } from "@bufbuild/protobuf";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { compileWriter } from "../../server/rpc/codec/dialect/writer.ts";
import type { Payload } from "./payloads.ts";
import type { Wire, WireRequest } from "./wire.ts";

/** Returns the body of one response, requested with a client that checks the protocol; the load generators do not. */
export async function requestOnce(port: number, wire: Wire, request: WireRequest): Promise<Buffer> {
  if (wire === "grpc") return requestGrpc(port, request);
  const { headers, body, path } = request;
  const init = { method: "POST", headers: headers as [string, string][], body: new Uint8Array(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const answer = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`a server answers ${response.status}: ${answer}`);
  return answer;
}

async function requestGrpc(port: number, { path, headers, body }: WireRequest): Promise<Buffer> {
  const session = connect(`http://127.0.0.1:${port}`);
  try {
    const stream = session.request({ ":method": "POST", ":path": path, ...Object.fromEntries(headers) });
    const trailers = once(stream, "trailers");
    stream.end(body);
    const answer = Buffer.concat(await stream.toArray());
    const [{ "grpc-status": status }] = await trailers;
    if (status !== "0") throw new Error(`a server answers grpc-status ${status}`);
    return answer;
  } finally {
    session.close();
  }
}

/** Normalises a response, so that those of two servers can be compared whatever their encoding. */
export function meaningOf(payload: Payload, wire: Wire, answer: Buffer): unknown {
  const { output } = GeocodeService.method[payload.method];
  switch (wire) {
    case "rest":
      return JSON.parse(answer.toString("utf8"));
    case "rest-proto-json":
      return { result: JSON.parse(compileWriter(output)(fromJsonString(output, answer.toString("utf8")))) };
    case "connect-json":
      return toJson(output, fromJsonString(output, answer.toString("utf8")));
    case "connect-proto":
      return toJson(output, fromBinary(output, answer));
    case "grpc":
      return toJson(output, fromBinary(output, answer.subarray(5)));
  }
}
