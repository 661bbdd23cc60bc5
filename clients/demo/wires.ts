import {
  create,
  type DescMessage,
  type DescMethodUnary,
  getOption,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { http } from "#contract/google/api/annotations_pb.js";
import { envelope } from "#contract/rest/v1/rest_pb.js";
import { plainJson } from "./plain-json.ts";

/** A client of the service over one protocol. */
export interface Wire {
  readonly name: string;
  call(method: DescMethodUnary, request: Message): Promise<unknown>;
  /** Converts an answer to plain JSON, so that answers over different protocols can be compared. */
  plain(method: DescMethodUnary, answer: unknown): unknown;
}

/** Clients of one server: gRPC and Connect by the generated client, REST by fetch alone. */
export function openWires(baseUrl: string, apiKey: string): { readonly typed: Wire; readonly others: readonly Wire[] } {
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("Authorization", `Bearer ${apiKey}`);
    return next(request);
  };
  const options = { baseUrl, interceptors: [authorize] };
  return {
    typed: rpcWire("gRPC", createGrpcTransport(options)),
    others: [
      rpcWire("Connect over HTTP/2", createConnectTransport({ ...options, httpVersion: "2" })),
      restWire(baseUrl, apiKey),
    ],
  };
}

/** Makes a request message of a method. */
export function requestOf<Input extends DescMessage>(
  method: DescMethodUnary<Input>,
  fields: MessageInitShape<Input>,
): MessageShape<Input> {
  return create(method.input, fields);
}

function rpcWire(name: string, transport: Transport): Wire {
  const client = createClient(GeocodeService, transport) as unknown as {
    readonly [method: string]: (request: Message) => Promise<unknown>;
  };
  return {
    name,
    call: (method, request) => (client[method.localName] as (request: Message) => Promise<unknown>)(request),
    plain: (method, answer) => plainJson(method.output, answer as Message),
  };
}

function restWire(baseUrl: string, apiKey: string): Wire {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const wrapper = getOption(GeocodeService, envelope);
  return {
    name: "REST",
    async call(method, request) {
      const path = getOption(method, http).pattern.value as string;
      const body = JSON.stringify(plainJson(method.input, request));
      const response = await fetch(baseUrl + path, { method: "POST", headers, body });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`status ${response.status}: ${text}`);
      return (JSON.parse(text) as { [member: string]: unknown })[wrapper];
    },
    plain: (_, answer) => answer,
  };
}
