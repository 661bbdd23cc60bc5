import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { callUnary } from "../typescript/src/call-unary.ts";
import { itemsOf } from "../typescript/src/index.ts";
import { listOutcome, outcomeOf, plainOf } from "./answer.ts";
import { type Call, type Command, command, type OptionTable, type Outcome } from "./command.ts";
import { idOption, once } from "./once.ts";
import { profileOption } from "./profile.ts";
import { wholeNumberOf } from "./values.ts";

/** A command that calls one method of the contract. */
interface RemoteCommand<
  Operands extends readonly string[],
  Options extends OptionTable,
  Input extends DescMessage,
  Output extends DescMessage,
> extends Pick<Command<Operands, Options>, "name" | "summary" | "operands" | "options" | "examples"> {
  readonly method: DescMethodUnary<Input, Output>;
  /**
   * Returns the request; receives the id of the identity for a command that calls as one, that of what is done for one that is
   * done once, otherwise "".
   */
  readonly request: (
    call: Call<Operands, Options>,
    id: string,
  ) => MessageInitShape<Input> | Promise<MessageInitShape<Input>>;
}

/** Declares a command that calls a method with the operator's API key. */
export function operatorCommand<
  Input extends DescMessage,
  Output extends DescMessage,
  const Operands extends readonly string[] = [],
  const Options extends OptionTable = Record<never, never>,
>(declared: RemoteCommand<Operands, Options, Input, Output>): Command {
  const { method, request, ...head } = declared;
  return command<Operands, Options>({
    ...head,
    async run(call) {
      const { transport } = call.service();
      return answer(transport, method, await request(call, ""));
    },
  });
}

/**
 * Declares a command that has a method done once with the operator's API key: its option `--id` makes a repetition the same
 * request.
 */
export function onceCommand<
  Input extends DescMessage,
  Output extends DescMessage,
  const Operands extends readonly string[] = [],
  const Options extends OptionTable = Record<never, never>,
>(declared: RemoteCommand<Operands, Options, Input, Output>): Command {
  const { method, request, options, ...head } = declared;
  return command({
    ...head,
    options: { ...options, id: idOption } as OptionTable,
    async run(call) {
      const { transport } = call.service();
      return once(call, call.options["id"] as string | undefined, async (id) =>
        answer(transport, method, await request(call as unknown as Call<Operands, Options>, id)),
      );
    },
  }) as Command;
}

/** Declares a command that calls a method as the identity of a profile. */
export function profileCommand<
  Input extends DescMessage,
  Output extends DescMessage,
  const Operands extends readonly string[] = [],
  const Options extends OptionTable = Record<never, never>,
>(declared: RemoteCommand<Operands, Options, Input, Output>): Command {
  const { method, request, options, ...head } = declared;
  return command({
    ...head,
    options: { ...options, profile: profileOption } as OptionTable,
    async run(call) {
      const { transport, identityId } = call.session(call.options["profile"] as string | undefined);
      return answer(transport, method, await request(call as unknown as Call<Operands, Options>, identityId));
    },
  }) as Command;
}

/** Option of commands that list pages. */
export const limitOption = { value: "N", help: "the most to list (50)" } as const;

/** Lists the items of a paged method, up to a limit. */
export async function listPages<Input extends DescMessage, Output extends DescMessage>(
  transport: Transport,
  method: DescMethodUnary<Input, Output>,
  request: MessageInitShape<Input>,
  limit = "50",
): Promise<Outcome> {
  const most = wholeNumberOf("--limit", limit, 1);
  const field = method.output.fields.find(({ fieldKind }) => fieldKind === "list");
  if (field?.message === undefined) throw new TypeError(`${method.name} answers no list of messages`);
  const items = [];
  for await (const item of itemsOf(transport, method, request)) {
    items.push(plainOf(field.message, item as never));
    if (items.length === most) break;
  }
  return listOutcome(field.localName, items);
}

async function answer<Input extends DescMessage, Output extends DescMessage>(
  transport: Transport,
  method: DescMethodUnary<Input, Output>,
  request: MessageInitShape<Input>,
): Promise<Outcome> {
  const message: MessageShape<Output> = await callUnary(transport, method, request);
  return outcomeOf(method.output, message);
}
