import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import type { Channel } from "./channel.ts";

/** Returns the channel as a Connect transport, for the same clients as over HTTP. */
export function channelTransport(channel: Pick<Channel, "call">): Transport {
  return {
    async unary<Input extends DescMessage, Output extends DescMessage>(
      method: DescMethodUnary<Input, Output>,
      signal: AbortSignal | undefined,
      timeoutMs: number | undefined,
      _header: unknown,
      input: MessageInitShape<Input>,
    ) {
      const options = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
      const message = await channel.call(method, create(method.input, input) as never, options);
      const headers = { header: new Headers(), trailer: new Headers() };
      return { stream: false as const, service: method.parent, method, message, ...headers };
    },
    async stream() {
      throw new ConnectError("the channel does not support streams", Code.Unimplemented);
    },
  };
}
