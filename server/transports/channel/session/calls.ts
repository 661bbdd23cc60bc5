import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type DescService,
  fromBinary,
  type Message,
  toBinary,
} from "@bufbuild/protobuf";
import { Fault } from "../../../core/fault.ts";
import { limits } from "../../../core/limits.ts";
import type { Answer, Call } from "../../../rpc/call.ts";
import type { Codec } from "../../../rpc/codec/codec.ts";
import { unaryMethods } from "../../../rpc/handler.ts";
import type { Pipeline } from "../../../rpc/pipeline.ts";
import type { TracedCall } from "../../../rpc/traced-call.ts";

/** A method that can be called on the channel. */
export interface Target {
  readonly method: DescMethodUnary;
  readonly codec: Codec;
}

/** The plain object from which a message is made. */
export type Members = Record<string, unknown>;

/** The caller of a method on the channel. */
export interface ChannelCaller extends TracedCall {
  /** Value as in an Authorization header. */
  readonly authorization: string | undefined;
  readonly address: string;
  readonly requestId: string;
  /** Binding that a rotating token must contain in its claim `cb`. */
  readonly channelBinding?: string;
  /** Time of its last proof on the channel, in ms since 1970. */
  readonly provenAtMs?: number | undefined;
  /** Id of the request, with which a call that is not idempotent is executed once. */
  readonly operationId?: string;
  /** Longest wait of the caller for the answer; unlimited if absent. */
  readonly timeoutMs?: number | undefined;
  /** Releases the turn of the call while it waits; returns a function that takes it again. */
  readonly lendTurn?: () => () => void;
  /** Whether the channel itself limits the concurrency of such calls. */
  readonly hasOwnPlace?: boolean;
}

const packages = new Set(["identity.v1", "wallet.v1"]);

/** Returns the methods among those of services that can be called on the channel. */
export function callableMethods(services: readonly DescService[]): DescMethodUnary[] {
  return services.flatMap(unaryMethods).filter(({ parent }) => packages.has(parent.file.proto.package));
}

/** Methods of the identity and wallet services, called through the pipeline as on every transport. */
export class Calls {
  readonly #pipeline: Pipeline;
  readonly #targets = new Map<string, Target>();

  constructor(pipeline: Pipeline, codecOf: (method: DescMethodUnary) => Codec) {
    this.#pipeline = pipeline;
    for (const method of callableMethods(pipeline.services)) {
      this.#targets.set(`${method.parent.typeName}/${method.name}`, { method, codec: codecOf(method) });
    }
  }

  /** @throws Fault RESOURCE_NOT_FOUND if the channel has no such method */
  find(name: string): Target {
    const target = this.#targets.get(name);
    if (target !== undefined) return target;
    throw new Fault("RESOURCE_NOT_FOUND", "There is no method of this name on the channel.", { parameter: "method" });
  }

  /** @throws TransportRefusal if the caller has stopped waiting */
  answer(target: Target, payload: Uint8Array, caller: ChannelCaller): Promise<Answer> {
    return this.#pipeline.answer(new ChannelCall(target, payload, caller));
  }

  /**
   * Calls a method on behalf of the channel itself, and returns the decoded answer.
   *
   * @throws Fault if the method fails
   */
  async call(
    name: string,
    members: Members,
    caller: ChannelCaller,
  ): Promise<Message & { readonly [member: string]: unknown }> {
    const target = this.find(name);
    const { input, output } = target.method;
    const payload = toBinary(input, create(input, members));
    const answer = await this.answer(target, payload, { ...caller, hasOwnPlace: true });
    if ("fault" in answer) throw answer.fault;
    return fromBinary(output, answer.written as Uint8Array) as never;
  }

  /** Encodes the value of a message field of a method's answer. */
  bytesOf(name: string, field: string, value: Members): Uint8Array {
    const { message } = this.find(name).method.output.field[field] as { message: DescMessage };
    return toBinary(message, create(message, value));
  }
}

class ChannelCall implements Call {
  readonly protocol = "channel";
  readonly hasPriority = true;
  readonly parameters: readonly string[] = [];
  readonly #target: Target;
  readonly #payload: Uint8Array;
  readonly #caller: ChannelCaller;

  constructor(target: Target, payload: Uint8Array, caller: ChannelCaller) {
    this.#target = target;
    this.#payload = payload;
    this.#caller = caller;
  }

  get method(): DescMethodUnary {
    return this.#target.method;
  }

  get codec(): Codec {
    return this.#target.codec;
  }

  get authorization(): string | undefined {
    return this.#caller.authorization;
  }

  get provenAtMs(): number | undefined {
    return this.#caller.provenAtMs;
  }

  get operationId(): string | undefined {
    return this.#caller.operationId;
  }

  get hasDeadline(): boolean {
    return this.#caller.timeoutMs !== undefined;
  }

  get address(): string {
    return this.#caller.address;
  }

  get requestId(): string {
    return this.#caller.requestId;
  }

  get traceparent(): string | undefined {
    return this.#caller.traceparent;
  }

  get tracestate(): string | undefined {
    return this.#caller.tracestate;
  }

  get hasOwnPlace(): boolean {
    return this.#caller.hasOwnPlace ?? false;
  }

  /** Lets other requests of the channel run while this one waits. */
  leave(): (() => void) | undefined {
    return this.#caller.lendTurn?.();
  }

  get channelBinding(): string | undefined {
    return this.#caller.channelBinding;
  }

  /**
   * Aborts at the caller's deadline, but not when the connection ends: the answer waits for the next connection. Created
   * only for operations that read it.
   */
  get signal(): AbortSignal {
    const { timeoutMs = limits.callTimeoutMsMax } = this.#caller;
    return AbortSignal.timeout(Math.min(timeoutMs, limits.callTimeoutMsMax));
  }

  readBody(): Uint8Array {
    return this.#payload;
  }
}
