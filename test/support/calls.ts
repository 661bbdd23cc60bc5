import { create, type DescMessage, type DescMethodUnary, getOption, type MessageInitShape } from "@bufbuild/protobuf";
import { type ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { http } from "#contract/google/api/annotations_pb.js";
import { ErrorInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import { compileWriter } from "../../server/rpc/codec/dialect/writer.ts";
import type { Json } from "./geocode-operations.ts";
import type { Protocol } from "./protocols.ts";
import { operatorKey, type RpcProtocol, type TestServer, transportOf } from "./server.ts";

/** Outcome of a call, the same over every protocol: the answer in the JSON of REST, or the code of the refusal. */
export interface Told {
  readonly code: "OK" | string;
  readonly answer?: Json;
}

/** Calls a method of the contract, with the operator's key or other credentials. */
export type MakeCall = <Input extends DescMessage>(
  method: DescMethodUnary<Input>,
  request: MessageInitShape<Input>,
  credentials?: string,
) => Promise<Told>;

/** Returns the function that calls any method of a server over a protocol. */
export function callsOver(protocol: Protocol, server: () => Pick<TestServer, "url">): MakeCall {
  const transports = new Map<string, Transport>();
  const transport = (credentials: string) => {
    const open = transports.get(credentials) ?? transportOf(server().url, protocol as RpcProtocol, credentials);
    transports.set(credentials, open);
    return open;
  };
  return async (method, request, credentials = operatorKey) => {
    if (protocol === "rest") return callRest(server().url, method, request, credentials);
    const client = createClient(method.parent, transport(credentials)) as Json;
    try {
      const answer = await client[method.localName](request);
      return { code: "OK", answer: JSON.parse(compileWriter(method.output)(answer)) };
    } catch (error) {
      const [info] = (error as ConnectError).findDetails(ErrorInfoSchema);
      if (info === undefined) throw error;
      return { code: info.reason };
    }
  };
}

async function callRest<Input extends DescMessage>(
  url: string,
  method: DescMethodUnary<Input>,
  request: MessageInitShape<Input>,
  credentials: string,
): Promise<Told> {
  const members = JSON.parse(compileWriter(method.input)(create(method.input, request)));
  const { verb, path, rest } = bindingOf(method, members);
  const isInBody = verb === "POST" || verb === "PUT";
  const query = isInBody || Object.keys(rest).length === 0 ? "" : `?${new URLSearchParams(rest)}`;
  const response = await fetch(url + path + query, {
    method: verb,
    headers: {
      Authorization: `Bearer ${credentials}`,
      ...(isInBody && { "Content-Type": "application/json" }),
    },
    ...(isInBody && { body: JSON.stringify(rest) }),
  });
  const body = (await response.json()) as Json;
  return response.ok ? { code: "OK", answer: body.result } : { code: body.error.code };
}

/** Returns the first path whose variables are in the request, with its other members. */
function bindingOf(method: DescMethodUnary, members: Json): { verb: string; path: string; rest: Json } {
  const rule = getOption(method, http);
  for (const { pattern } of [rule, ...rule.additionalBindings]) {
    const rest = { ...members };
    let isWhole = true;
    const path = (pattern.value as string).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      isWhole &&= typeof rest[name] === "string";
      const value = encodeURIComponent(rest[name]);
      delete rest[name];
      return value;
    });
    if (isWhole) return { verb: (pattern.case as string).toUpperCase(), path, rest };
  }
  throw new Error(`${method.toString()} has no path for ${JSON.stringify(members)}`);
}
