import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { CallOptions, Transport } from "@connectrpc/connect";
import { pageOf } from "./call-terms.ts";
import { callUnary } from "./call-unary.ts";
import { type InContext, keepContext } from "./trace-context.ts";

/** An item of an answer with one list. */
export type ItemOf<Answer> = {
  [Name in keyof Answer]-?: Name extends `$${string}`
    ? never
    : Answer[Name] extends readonly (infer Item)[]
      ? Item
      : never;
}[keyof Answer];

/**
 * Yields all items of a paged method, beginning with the page named by the request; each page is requested when its
 * first item is. Throws PlatonicError.
 *
 * @throws TypeError if the method is not paged
 */
export function itemsOf<Input extends DescMessage, Output extends DescMessage>(
  transport: Transport,
  method: DescMethodUnary<Input, Output>,
  request: MessageInitShape<Input>,
  options?: CallOptions,
): AsyncGenerator<ItemOf<MessageShape<Output>>, void> {
  return itemsIn(keepContext(), transport, method, request, options);
}

async function* itemsIn<Input extends DescMessage, Output extends DescMessage>(
  inContext: InContext,
  transport: Transport,
  method: DescMethodUnary<Input, Output>,
  request: MessageInitShape<Input>,
  options: CallOptions | undefined,
): AsyncGenerator<ItemOf<MessageShape<Output>>, void> {
  const page = pageOf(method);
  if (page === undefined) throw new TypeError(`${method.parent.typeName}/${method.name} does not answer in pages`);
  const [token, items, next] = [
    localNameOf(method.input, page.token),
    localNameOf(method.output, page.items),
    localNameOf(method.output, page.next),
  ];
  let asked = request as Record<string, unknown>;
  for (;;) {
    const asking = inContext(() => callUnary(transport, method, asked as never, options));
    const answer = (await asking) as Record<string, unknown>;
    yield* answer[items] as ItemOf<MessageShape<Output>>[];
    if (!answer[next]) return;
    asked = { ...asked, [token]: answer[next] };
  }
}

function localNameOf({ fields }: DescMessage, name: string): string {
  return fields.find((field) => field.name === name)?.localName as string;
}
