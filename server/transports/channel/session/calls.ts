import { create, type DescMessage, type DescMethodUnary, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { Fault } from "../../../core/fault.ts";
import { limits } from "../../../core/limits.ts";
import type { Answer, Call } from "../../../rpc/call.ts";
import type { Codec } from "../../../rpc/codec/codec.ts";
import { unaryMethods } from "../../../rpc/handler.ts";
import type { Pipeline } from "../../../rpc/pipeline.ts";

/** A method that travels on the channel. */
export interface Target {
  readonly method: DescMethodUnary;
  readonly form: Codec;
}

/** A message as the object from which it is made. */
export type Members = Record<string, unknown>;

/** Who asks, and how. */
export interface ChannelCaller {
  /** As of an Authorization header. */
  readonly authorization: string | undefined;
  readonly address: string;
  readonly requestId: string;
  /** Of the channel that a rotating token must be for, as the token's claim `cb` spells it. */
  readonly channelBinding?: string;
  /** What the caller still waits. Absent: as long as it takes. */
  readonly timeoutMs?: number | undefined;
}

const packages = new Set(["identity.v1", "wallet.v1"]);

/** The methods of the identity and wallet services, called through the pipeline as every door calls them. */
export class Calls {
  readonly #pipeline: Pipeline;
  readonly #targets = new Map<string, Target>();

  constructor(pipeline: Pipeline, formOf: (method: DescMethodUnary) => Codec) {
    this.#pipeline = pipeline;
    for (const method of pipeline.services.flatMap(unaryMethods)) {
      if (!packages.has(method.parent.file.proto.package)) continue;
      this.#targets.set(`${method.parent.typeName}/${method.name}`, { method, form: formOf(method) });
    }
  }

  /** @throws Fault RESOURCE_NOT_FOUND when no such method travels here */
  find(name: string): Target {
    const target = this.#targets.get(name);
    if (target !== undefined) return target;
    throw new Fault("RESOURCE_NOT_FOUND", "There is no method of this name on the channel.", { parameter: "method" });
  }

  /** @throws DoorRefusal when nobody waits any more */
  answer(target: Target, payload: Uint8Array, asker: ChannelCaller): Promise<Answer> {
    return this.#pipeline.answer(new ChannelCall(target, payload, asker));
  }

  /**
   * Asks a method of the service on the channel's own account, and reads its answer.
   *
   * @throws Fault by which the method fails
   */
  async ask(
    name: string,
    members: Members,
    asker: ChannelCaller,
  ): Promise<Message & { readonly [member: string]: unknown }> {
    const target = this.find(name);
    const { input, output } = target.method;
    const answer = await this.answer(target, toBinary(input, create(input, members)), asker);
    if ("fault" in answer) throw answer.fault;
    return fromBinary(output, answer.written as Uint8Array) as never;
  }

  /** The bytes of a message that is a field of a method's answer. */
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
  readonly #asker: ChannelCaller;

  constructor(target: Target, payload: Uint8Array, asker: ChannelCaller) {
    this.#target = target;
    this.#payload = payload;
    this.#asker = asker;
  }

  get method(): DescMethodUnary {
    return this.#target.method;
  }

  get codec(): Codec {
    return this.#target.form;
  }

  get authorization(): string | undefined {
    return this.#asker.authorization;
  }

  get address(): string {
    return this.#asker.address;
  }

  get requestId(): string {
    return this.#asker.requestId;
  }

  get channelBinding(): string | undefined {
    return this.#asker.channelBinding;
  }

  /**
   * Aborts when the answer is of no use any more. Not when the connection ends: the answer waits for the next one. Made
   * only for operations that ask.
   */
  get signal(): AbortSignal {
    const { timeoutMs = limits.callTimeoutMsMax } = this.#asker;
    return AbortSignal.timeout(Math.min(timeoutMs, limits.callTimeoutMsMax));
  }

  readBody(): Uint8Array {
    return this.#payload;
  }
}
