import { create, type DescMethodUnary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import type { Channel } from "./channel.ts";
import { channelTransport } from "./channel-transport.ts";

/** Limit of one request on the channel. */
export const channelBytesMax = 120_000;

/**
 * Returns the transport of a wallet's configuration: the channel for calls that change something, and HTTP for those
 * that are too large for it, while it is not open, or if there is none. Reads use HTTP, since their answers may be
 * larger than the channel allows. A call is sent once: a caller that gets no answer repeats it with the same ids.
 */
export function configuredTransport(channel: Channel | undefined, http: Transport): Transport {
  if (channel === undefined) return http;
  const overChannel = channelTransport(channel);
  const isForChannel = (method: DescMethodUnary, input: MessageInitShape<DescMethodUnary["input"]>) =>
    channel.phase === "open" &&
    method.idempotency !== IdempotencyLevel.NO_SIDE_EFFECTS &&
    toBinary(method.input, create(method.input, input)).length <= channelBytesMax;
  return {
    unary: (method, signal, timeoutMs, header, input, contextValues) =>
      (isForChannel(method, input as never) ? overChannel : http).unary(
        method,
        signal,
        timeoutMs,
        header,
        input,
        contextValues,
      ),
    stream: (...call) => http.stream(...call),
  };
}
