import { ConnectError } from "@connectrpc/connect";
import type { UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { grpcWebFamily } from "../content-type.ts";
import { RpcError } from "../status.ts";
import { Base64Decoder, encodeText } from "./base64-text.ts";

/** Converts a request of text gRPC-Web to binary gRPC-Web. */
export function asBinary(request: UniversalServerRequest): UniversalServerRequest {
  const header = new Headers(request.header);
  const contentType = header.get("content-type") ?? "";
  header.set("content-type", contentType.replace(`${grpcWebFamily}-text`, grpcWebFamily));
  return { ...request, header, body: decoded(request.body as AsyncIterable<Uint8Array>) };
}

/** Converts an answer to text gRPC-Web, each piece of which can be decoded as it arrives. */
export function asText(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  const contentType = header.get("content-type") ?? "";
  if (!contentType.startsWith(grpcWebFamily)) return response;
  header.set("content-type", contentType.replace(grpcWebFamily, `${grpcWebFamily}-text`));
  const { body } = response;
  return { ...response, header, ...(body !== undefined && { body: encoded(body as AsyncIterable<Uint8Array>) }) };
}

async function* decoded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const decoder = new Base64Decoder();
  for await (const piece of body) {
    try {
      yield decoder.decode(piece) as Uint8Array<ArrayBuffer>;
    } catch (error) {
      // The library expects its own errors.
      throw error instanceof RpcError ? new ConnectError(error.message, error.code) : error;
    }
  }
}

async function* encoded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of body) yield encodeText(piece) as Uint8Array<ArrayBuffer>;
}
