import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { MessageFormat, MessageFormats } from "../../rpc/codec/protobuf/message-format.ts";
import type { Exchange, HeaderList } from "../http/exchange.ts";
import { code, RpcError } from "./status.ts";

/** A unary call on its way in: what its handler may ask for. */
export interface UnaryCall {
  readonly exchange: Exchange;
  /** `grpc`, `grpc-web` or `connect`. */
  readonly protocol: string;
  /** What the caller still waits, in milliseconds, as it said; undefined when it did not say. */
  readonly timeoutMs: number | undefined;
  /** Made when first asked for. Aborts at the deadline or when the caller is gone. */
  readonly signal: AbortSignal;
  /** In which the request's message is encoded, and the answer's is to be. */
  readonly codec: MessageFormat;
  /** The request's message, still encoded. */
  readBytes(): Promise<Uint8Array>;
}

export interface UnaryReply {
  /** The answer's message, encoded. */
  readonly bytes: Uint8Array;
  readonly headers: HeaderList;
  readonly trailers: HeaderList;
}

/** Answers a unary call, or rejects with an RpcError. */
export type UnaryHandler = (call: UnaryCall) => Promise<UnaryReply>;

/** A method on the lane. */
export interface UnaryMethod {
  readonly method: DescMethodUnary;
  readonly codecs: MessageFormats;
  /** Of a request's message, compressed or not. */
  readonly requestBytesMax: number;
  readonly handle: UnaryHandler;
}

/** A request as a protocol understood it from its headers. */
export interface RpcRequest {
  readonly codec: MessageFormat;
  readonly timeoutMs: number | undefined;
  /** The request's message, still encoded, out of its envelope and expanded. */
  readBytes(): Promise<Uint8Array>;
}

/** One protocol: its way of asking and its way of answering. */
export interface Protocol {
  readonly name: string;
  /** @throws RpcError for headers that break the protocol */
  readRequest(exchange: Exchange, method: UnaryMethod): RpcRequest;
  writeReply(exchange: Exchange, codec: MessageFormat, reply: UnaryReply): void | Promise<void>;
  writeError(exchange: Exchange, error: RpcError): void;
}

/**
 * Carries one unary call by one protocol: read the headers, hand over to the method, write its answer, or the error at
 * the deadline. Nothing is built that the call does not need: no signal unless someone asks, no timer unless the caller
 * set a deadline.
 */
export function runUnary(exchange: Exchange, protocol: Protocol, method: UnaryMethod): void {
  let request: RpcRequest;
  try {
    request = protocol.readRequest(exchange, method);
  } catch (error) {
    protocol.writeError(exchange, asRpcError(error));
    return;
  }
  // A timer would come too late: it waits for a millisecond at least.
  if (request.timeoutMs !== undefined && request.timeoutMs < 1) {
    protocol.writeError(exchange, new RpcError(code.deadlineExceeded, "the deadline has passed"));
    return;
  }
  const call = new LaneCall(exchange, protocol, request);
  void answer(call, protocol, method);
}

async function answer(call: LaneCall, protocol: Protocol, method: UnaryMethod): Promise<void> {
  try {
    const reply = await method.handle(call);
    if (!call.isOver) {
      const writing = protocol.writeReply(call.exchange, call.codec, reply);
      if (writing !== undefined) await writing;
    }
  } catch (error) {
    if (!call.isOver) protocol.writeError(call.exchange, asRpcError(error));
  }
  call.end();
}

class LaneCall implements UnaryCall {
  readonly exchange: Exchange;
  readonly protocol: string;
  readonly timeoutMs: number | undefined;
  readonly codec: MessageFormat;
  /** Whether the deadline has been answered. */
  isOver = false;
  readonly #request: RpcRequest;
  #timer: NodeJS.Timeout | undefined;
  #controller: AbortController | undefined;

  constructor(exchange: Exchange, protocol: Protocol, request: RpcRequest) {
    this.exchange = exchange;
    this.protocol = protocol.name;
    this.timeoutMs = request.timeoutMs;
    this.codec = request.codec;
    this.#request = request;
    if (request.timeoutMs !== undefined) {
      this.#timer = setTimeout(() => {
        const error = new RpcError(code.deadlineExceeded, "the deadline has passed");
        this.isOver = true;
        protocol.writeError(exchange, error);
        this.#controller?.abort(error);
      }, request.timeoutMs);
    }
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.isOver) controller.abort(new RpcError(code.deadlineExceeded, "the deadline has passed"));
      else this.exchange.onGone(() => controller.abort(new RpcError(code.canceled, "the caller is gone")));
    }
    return this.#controller.signal;
  }

  readBytes(): Promise<Uint8Array> {
    return this.#request.readBytes();
  }

  end(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }
}

/** What is no RpcError is a bug, and nothing of it is answered. */
function asRpcError(error: unknown): RpcError {
  return error instanceof RpcError ? error : new RpcError(code.internal, "internal error");
}
