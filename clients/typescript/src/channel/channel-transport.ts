import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { headersOf } from "../trace-context.ts";
import type { Channel } from "./channel.ts";

/** Returns the channel as a Connect transport, for the same clients as over HTTP. */
export function channelTransport(channel: Pick<Channel, "call">): Transport {
  return {
    async unary<Input extends DescMessage, Output extends DescMessage>(
      method: DescMethodUnary<Input, Output>,
      signal: AbortSignal | undefined,
      timeoutMs: number | undefined,
      header: ConstructorParameters<typeof Headers>[0],
      input: MessageInitShape<Input>,
    ) {
      const trace = headersOf(new Headers(header));
      const options = {
        ...(signal && { signal }),
        // 0 is none as everywhere in Connect.
        ...(timeoutMs !== undefined && { timeoutMs: timeoutMs === 0 ? Number.POSITIVE_INFINITY : timeoutMs }),
        ...(trace && { trace }),
      };
      const message = await channel.call(method, create(method.input, input) as never, options);
      const headers = { header: new Headers(), trailer: new Headers() };
      return { stream: false as const, service: method.parent, method, message, ...headers };
    },
    async stream() {
      throw new ConnectError("the channel does not support streams", Code.Unimplemented);
    },
  };
}
