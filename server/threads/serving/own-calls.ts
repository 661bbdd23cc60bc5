import type { DescMethod } from "@bufbuild/protobuf";
import type { Answer, Call } from "../../rpc/call.ts";
import type { Pipeline, Refusals } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import { contextOf } from "../../rpc/telemetry/call-traces.ts";

export interface OwnCallsDeps {
  readonly methods: ReadonlySet<DescMethod>;
  /** Answers calls of these methods here. */
  readonly own: Pick<Pipeline, "answer">;
  /** Has calls answered by the main thread. */
  readonly forwarding: Pipeline & Refusals;
  readonly callers: {
    find(authorization: string | undefined): Principal | undefined;
    readonly authenticate: (authorization: string | undefined, from: Call) => Principal | Promise<Principal>;
  };
}

/**
 * Creates the pipeline of a thread that serves. It answers calls of its own methods, if it knows their callers; any other call is
 * answered by the main thread, which then tells of the caller. So all that can go wrong with credentials is in one
 * place. Calls with a broken trace context are answered there, too, since they are told of and counted there.
 */
export function answerOwn({ methods, own, forwarding, callers }: OwnCallsDeps): Pipeline & Refusals {
  const isOwn = (call: Call) => methods.has(call.method) && call.principal === undefined && !contextOf(call).isBroken;

  /** Learns who called, if the main thread knows it. */
  async function forward(call: Call): Promise<Answer> {
    const answer = await forwarding.answer(call);
    if (answer.limits !== undefined) void learn(call);
    return answer;
  }

  async function learn(call: Call): Promise<void> {
    try {
      await callers.authenticate(call.authorization, call);
    } catch {
      // The next call is forwarded, and told why.
    }
  }

  return {
    ...forwarding,
    answer(call) {
      if (!isOwn(call)) return forwarding.answer(call);
      return callers.find(call.authorization) === undefined ? forward(call) : own.answer(call);
    },
  };
}
