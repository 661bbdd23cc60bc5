import { create, type DescMethodUnary, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import { ConnectError } from "@connectrpc/connect";
import { expect } from "vitest";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { ErrorInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import { compileReader } from "../../server/rpc/codec/dialect/reader.ts";
import { compileWriter } from "../../server/rpc/codec/dialect/writer.ts";
import type { Issue } from "../../server/rpc/validation/issue.ts";
import { type Json, type OperationName, operationNames, paths } from "./geocode-operations.ts";
import { clientsOf, operatorKey, type RpcProtocol, rpcProtocols, type TestServer } from "./server.ts";

export type Protocol = "rest" | RpcProtocol;
export const protocols: readonly Protocol[] = ["rest", ...rpcProtocols];

/** The outcome of a call over any protocol, in the JSON dialect of REST. */
export interface Outcome {
  readonly result?: Json;
  readonly error?: { readonly code: string; readonly message: string; readonly details: Json };
  /** HTTP status; REST only. */
  readonly status?: number;
  /** Status code; other protocols only, absent after success. */
  readonly rpcCode?: number;
  readonly headers: Headers;
}

const codecs = new Map(
  operationNames.map((name) => {
    const method: DescMethodUnary = GeocodeService.method[name];
    return [name, { read: compileReader(method.input), write: compileWriter(method.output) }];
  }),
);

/** Converts a REST request to a message; undefined if it is no valid message. */
export function messageOf(operation: OperationName, request: Json): Message | undefined {
  const issues: Issue[] = [];
  const message = codecs.get(operation)?.read(request, issues);
  return issues.length === 0 ? message : undefined;
}

/** Calls operations of a server over any protocol with the same credentials. */
export class Callers {
  readonly #server: TestServer;
  readonly #secret: string;
  readonly #clients: { readonly [protocol: string]: ReturnType<typeof clientsOf>["geocode"] };

  /** An empty secret means no credentials. */
  constructor(server: TestServer, secret = operatorKey) {
    this.#server = server;
    this.#secret = secret;
    this.#clients = Object.fromEntries(rpcProtocols.map((name) => [name, clientsOf(server, name, secret).geocode]));
  }

  /** Calls an operation with a REST request, which must also be a valid message. */
  call(protocol: Protocol, operation: OperationName, request: Json): Promise<Outcome> {
    if (protocol === "rest") return this.#callRest(operation, request);
    return this.#callRpc(protocol, operation, messageOf(operation, request) as Message);
  }

  /** Calls an operation with a REST request and with message fields that REST cannot express. */
  send(
    protocol: RpcProtocol,
    operation: OperationName,
    request: Json,
    fields: Record<string, unknown>,
  ): Promise<Outcome> {
    const desc: DescMethodUnary = GeocodeService.method[operation];
    const changed = create(desc.input, fields) as unknown as Json;
    const message = messageOf(operation, request) as Json;
    for (const name of Object.keys(fields)) message[name] = changed[name];
    return this.#callRpc(protocol, operation, message);
  }

  async #callRest(operation: OperationName, request: Json): Promise<Outcome> {
    const authorization = this.#secret === "" ? "" : `Bearer ${this.#secret}`;
    const { status, headers, body } = await this.#server.post(paths[operation], request, {
      Authorization: authorization,
    });
    return { status, headers, ...body };
  }

  async #callRpc(protocol: RpcProtocol, operation: OperationName, message: Message): Promise<Outcome> {
    const headers = new Headers();
    const onHeader = (received: Headers) => {
      for (const [name, value] of received) headers.set(name, value);
    };
    const client = this.#clients[protocol] as Json;
    try {
      const answer = await client[operation](message, { onHeader });
      return { headers, result: JSON.parse(codecs.get(operation)?.write(answer) ?? "null") };
    } catch (error) {
      return outcomeOfError(error as ConnectError);
    }
  }
}

function outcomeOfError(error: ConnectError): Outcome {
  expect(error).toBeInstanceOf(ConnectError);
  const details = detailsOf(error);
  const [info] = error.findDetails(ErrorInfoSchema);
  const [fault] = error.findDetails(FaultDetailSchema);
  if (info === undefined || fault === undefined) throw new Error(`an error without details: ${error.message}`);
  expect(info.domain).toBe("geocode.v1");
  expect(info.reason).toBe(Reason[fault.reason]);
  expect(Object.keys(info.metadata).sort()).toEqual(Object.keys(details).sort());
  return {
    error: { code: info.reason, message: error.rawMessage, details },
    rpcCode: error.code,
    headers: error.metadata,
  };
}

/** Converts the typed detail to the form of REST's `details`. */
function detailsOf(error: ConnectError): Json {
  const [fault] = error.findDetails(FaultDetailSchema);
  if (fault === undefined) return {};
  const { parameter, provided, validRange, requiredPermission, correlationId } = fault;
  return {
    ...(provided !== undefined && { parameter, provided: toJson(ValueSchema, provided) as JsonValue }),
    ...(validRange && { valid_range: [validRange.minimum, validRange.maximum] }),
    ...(requiredPermission !== "" && { required_permission: requiredPermission }),
    ...(correlationId !== "" && { correlation_id: correlationId }),
  };
}
