import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { CallOptions, Transport } from "@connectrpc/connect";
import { PlatonicError } from "./platonic-error.ts";

/** Calls a method. Rejects with PlatonicError. */
export async function callUnary<Input extends DescMessage, Output extends DescMessage>(
  transport: Transport,
  method: DescMethodUnary<Input, Output>,
  request: MessageInitShape<Input>,
  { signal, timeoutMs, headers, onHeader, onTrailer, contextValues }: CallOptions = {},
): Promise<MessageShape<Output>> {
  try {
    const answer = await transport.unary(method, signal, timeoutMs, headers, request, contextValues);
    onHeader?.(answer.header);
    onTrailer?.(answer.trailer);
    return answer.message;
  } catch (error) {
    throw PlatonicError.ofCall(error, signal);
  }
}
