import { create, createRegistry, type DescMethodUnary, type Message, toBinary } from "@bufbuild/protobuf";
import { type Any, anyPack } from "@bufbuild/protobuf/wkt";
import { type Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { messageFormatsOf } from "../../server/rpc/codec/protobuf/message-format.ts";
import { RpcError } from "../../server/transports/connect/status.ts";
import type { UnaryCall, UnaryMethod } from "../../server/transports/connect/unary-handler.ts";
import type { HeaderList } from "../../server/transports/http/exchange.ts";

/*
 * The service of the conformance suite, as the comments of its .proto file specify it: each request defines its answer,
 * and the answer reports the received request. Unary methods use our unary handler, streams use connect-node.
 */

// biome-ignore lint/suspicious/noExplicitAny: the service's code is generated when the suite is installed.
type Generated = any;

/** Returns the unary methods for our unary handler. */
export function unaryMethodsOf(generated: Generated, requestBytesMax: number): UnaryMethod[] {
  const { ConformanceService } = generated;
  const registry = createRegistry(generated.file_connectrpc_conformance_v1_service);
  return [ConformanceService.method.unary, ConformanceService.method.idempotentUnary].map(
    (method: DescMethodUnary) => ({
      method,
      codecs: messageFormatsOf(method, { registry }),
      handle: async (call: UnaryCall) => {
        const request = call.codec.read(await call.readBytes(requestBytesMax)) as Generated;
        const definition = request.responseDefinition;
        const info = requestInfo(generated, {
          headers: pairsOf(call.exchange.headers),
          timeoutMs: call.timeoutMs,
          requests: [anyPack(method.input, request)],
          query: call.exchange.query,
        });
        const headers = listOf(definition?.responseHeaders ?? []);
        const trailers = listOf(definition?.responseTrailers ?? []);
        await delay(definition?.responseDelayMs ?? 0);
        if (definition?.response.case === "error") {
          const error = definition.response.value;
          const details = [...error.details, anyPack(generated.ConformancePayload_RequestInfoSchema, info)];
          throw new RpcError(error.code, error.message ?? "", details.map(detailOf), [...headers, ...trailers]);
        }
        const data = definition?.response.case === "responseData" ? definition.response.value : new Uint8Array();
        return {
          bytes: call.codec.write(create(method.output, { payload: { data, requestInfo: info } }) as Message),
          headers,
          trailers,
        };
      },
    }),
  );
}

/** Returns the routes of the streaming methods for connect-node. */
export function streamsOf(generated: Generated): (router: ConnectRouter) => void {
  const { ConformanceService } = generated;
  const info = (context: HandlerContext, requests: Any[]) =>
    requestInfo(generated, {
      headers: [...context.requestHeader],
      timeoutMs: context.timeoutMs(),
      requests,
      query: new URL(context.url, "http://host").search.slice(1),
    });
  const fail = (error: Generated, received: Message | undefined): never => {
    const details = received === undefined ? [] : [anyPack(generated.ConformancePayload_RequestInfoSchema, received)];
    const failed = new ConnectError(error.message ?? "", error.code as Code);
    failed.details = [...error.details, ...details].map((any: Any) => ({ type: nameOf(any), value: any.value }));
    throw failed;
  };
  return (router) => {
    router.rpc(
      ConformanceService.method.clientStream,
      async (requests: AsyncIterable<Generated>, context: HandlerContext) => {
        let definition: Generated;
        const received: Any[] = [];
        for await (const request of requests) {
          definition ??= request.responseDefinition;
          received.push(anyPack(ConformanceService.method.clientStream.input, request));
        }
        const report = info(context, received);
        setMetadata(definition, context);
        await delay(definition?.responseDelayMs ?? 0);
        if (definition?.response.case === "error") fail(definition.response.value, report);
        const data = definition?.response.case === "responseData" ? definition.response.value : new Uint8Array();
        return { payload: { data, requestInfo: report } };
      },
    );
    router.rpc(ConformanceService.method.serverStream, async function* (request: Generated, context: HandlerContext) {
      const definition = request.responseDefinition;
      let report: Message | undefined = info(context, [anyPack(ConformanceService.method.serverStream.input, request)]);
      setMetadata(definition, context);
      for (const data of definition?.responseData ?? []) {
        await delay(definition.responseDelayMs);
        yield { payload: { data, ...(report && { requestInfo: report }) } };
        report = undefined;
      }
      if (definition?.error !== undefined) fail(definition.error, report);
    });
    router.rpc(
      ConformanceService.method.bidiStream,
      async function* (requests: AsyncIterable<Generated>, context: HandlerContext) {
        let definition: Generated;
        let fullDuplex = false;
        let sent = 0;
        let received: Any[] = [];
        for await (const request of requests) {
          received.push(anyPack(ConformanceService.method.bidiStream.input, request));
          if (definition === undefined && request.responseDefinition !== undefined) {
            definition = request.responseDefinition;
            fullDuplex = request.fullDuplex;
            setMetadata(definition, context);
          }
          if (!fullDuplex) continue;
          const data = definition.responseData[sent];
          if (data === undefined) break;
          await delay(definition.responseDelayMs);
          const report = sent === 0 ? info(context, received) : requestInfo(generated, { requests: received });
          yield { payload: { data, requestInfo: report } };
          received = [];
          sent++;
        }
        for (; sent < (definition?.responseData.length ?? 0); sent++) {
          await delay(definition.responseDelayMs);
          const report = sent === 0 ? { requestInfo: info(context, received) } : {};
          yield { payload: { data: definition.responseData[sent], ...report } };
        }
        if (definition?.error !== undefined) fail(definition.error, sent === 0 ? info(context, received) : undefined);
      },
    );
  };
}

interface Received {
  readonly headers?: [string, string][];
  readonly timeoutMs?: number | undefined;
  readonly requests: Any[];
  readonly query?: string;
}

function requestInfo(generated: Generated, { headers = [], timeoutMs, requests, query = "" }: Received): Message {
  const toHeaders = (pairs: Iterable<[string, string]>) =>
    [...pairs].map(([name, value]) => ({ name, value: [value] }));
  return create(generated.ConformancePayload_RequestInfoSchema, {
    requestHeaders: toHeaders(headers),
    requests,
    ...(timeoutMs !== undefined && { timeoutMs: BigInt(Math.round(timeoutMs)) }),
    ...(query !== "" && { connectGetInfo: { queryParams: toHeaders(new URLSearchParams(query)) } }),
  }) as Message;
}

function setMetadata(definition: Generated, context: HandlerContext): void {
  for (const { name, value } of definition?.responseHeaders ?? []) {
    for (const each of value) context.responseHeader.append(name, each);
  }
  for (const { name, value } of definition?.responseTrailers ?? []) {
    for (const each of value) context.responseTrailer.append(name, each);
  }
}

function listOf(headers: { name: string; value: string[] }[]): HeaderList {
  return headers.flatMap(({ name, value }) => value.flatMap((each) => [name, each]));
}

function pairsOf(headers: { readonly [name: string]: string | string[] | undefined }): [string, string][] {
  return Object.entries(headers)
    .filter(([name]) => !name.startsWith(":"))
    .flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]));
}

function detailOf(any: Any) {
  return { typeName: nameOf(any), bytes: any.value };
}

function nameOf(any: Any): string {
  return any.typeUrl.slice(any.typeUrl.lastIndexOf("/") + 1);
}

function delay(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

export function encode(schema: Generated, init: object): Uint8Array {
  return toBinary(schema, create(schema, init));
}
