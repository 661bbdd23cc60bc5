import type { DescMethodUnary } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import type { MessageFormat, MessageFormats } from "../../rpc/codec/protobuf/message-format.ts";
import type { Exchange, HeaderList } from "../http/exchange.ts";
import { code, ProtocolRefusal, RpcError } from "./status.ts";

/** A unary call as passed to its handler. */
export interface UnaryCall {
  readonly exchange: Exchange;
  /** `grpc`, `grpc-web` or `connect`. */
  readonly protocol: string;
  /** The caller's timeout in milliseconds; undefined if it set none. */
  readonly timeoutMs: number | undefined;
  /** Aborts at the deadline or when the caller is gone. Created on first use. */
  readonly signal: AbortSignal;
  /** Format of the request's message and of the answer's. */
  readonly codec: MessageFormat;
  /** Returns the encoded message of the request, of at most `bytesMax` bytes. */
  readBytes(bytesMax: number): Promise<Uint8Array>;
}

export interface UnaryReply {
  /** Encoded message of the answer. */
  readonly bytes: Uint8Array;
  readonly headers: HeaderList;
  readonly trailers: HeaderList;
}

/** Answers a unary call, or rejects with an RpcError. */
export type UnaryHandler = (call: UnaryCall) => Promise<UnaryReply>;

/** A method that the unary handler serves. */
export interface UnaryMethod {
  readonly method: DescMethodUnary;
  readonly codecs: MessageFormats;
  readonly handle: UnaryHandler;
  /** Gives a refusal by the rules of a protocol the details of the service's errors; absent: it has none. */
  readonly detailed?: (refusal: ProtocolRefusal, requestId: string) => RpcError;
}

/** A request as read from the headers by a protocol. */
export interface RpcRequest {
  readonly codec: MessageFormat;
  readonly timeoutMs: number | undefined;
  /** Returns the encoded message, without its envelope and decompressed, of at most `bytesMax` bytes either way. */
  readBytes(bytesMax: number): Promise<Uint8Array>;
}

/** A protocol: how requests are read and answers are written. */
export interface Protocol {
  readonly name: string;
  /** @throws RpcError for headers that break the protocol */
  readRequest(exchange: Exchange, method: UnaryMethod): RpcRequest;
  writeReply(exchange: Exchange, codec: MessageFormat, reply: UnaryReply): void | Promise<void>;
  writeError(exchange: Exchange, error: RpcError): void;
}

/**
 * Runs one unary call: reads the headers, calls the method, and writes its answer, or an error at the deadline. Creates
 * only what the call needs: no signal unless it is used, no timer unless the caller set a timeout.
 */
export function runUnary(exchange: Exchange, protocol: Protocol, method: UnaryMethod): void {
  let request: RpcRequest;
  try {
    request = protocol.readRequest(exchange, method);
  } catch (error) {
    protocol.writeError(exchange, rpcErrorOf(error, exchange, method));
    return;
  }
  // Checked here, because a timer waits for at least a millisecond.
  if (request.timeoutMs !== undefined && request.timeoutMs < 1) {
    // Nothing has been done, as the reason promises. Of a call that has begun no one knows, so its error has only the code.
    const refusal = new ProtocolRefusal(
      code.deadlineExceeded,
      new Fault("DEADLINE_EXCEEDED", "the deadline has passed"),
    );
    protocol.writeError(exchange, rpcErrorOf(refusal, exchange, method));
    return;
  }
  const call = new RunningCall(exchange, protocol, request);
  void answer(call, protocol, method);
}

async function answer(call: RunningCall, protocol: Protocol, method: UnaryMethod): Promise<void> {
  try {
    const reply = await method.handle(call);
    if (!call.isOver) {
      const writing = protocol.writeReply(call.exchange, call.codec, reply);
      if (writing !== undefined) await writing;
    }
  } catch (error) {
    if (!call.isOver) protocol.writeError(call.exchange, rpcErrorOf(error, call.exchange, method));
  }
  call.end();
}

class RunningCall implements UnaryCall {
  readonly exchange: Exchange;
  readonly protocol: string;
  readonly timeoutMs: number | undefined;
  readonly codec: MessageFormat;
  /** Whether the call was answered at its deadline. */
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

  readBytes(bytesMax: number): Promise<Uint8Array> {
    return this.#request.readBytes(bytesMax);
  }

  end(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }
}

/** Returns an error as its caller gets it, which hides the cause of unexpected ones. */
function rpcErrorOf(error: unknown, { requestId }: Exchange, { detailed }: UnaryMethod): RpcError {
  if (error instanceof ProtocolRefusal) return detailed?.(error, requestId) ?? error;
  return error instanceof RpcError ? error : new RpcError(code.internal, "internal error");
}
