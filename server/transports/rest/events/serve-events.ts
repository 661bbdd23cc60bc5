import type { DescMethodServerStreaming, Message } from "@bufbuild/protobuf";
import { answerHeaders } from "../../../rpc/answer-headers.ts";
import { TransportRefusal } from "../../../rpc/call.ts";
import { faultBody } from "../../../rpc/errors/faults.ts";
import { refuseIssues } from "../../../rpc/handler.ts";
import type { OpenStream } from "../../../rpc/streams/open-stream.ts";
import type { Streams } from "../../../rpc/streams/streams.ts";
import type { OnBug } from "../../../rpc/telemetry/bug-line.ts";
import type { Exchange } from "../../http/exchange.ts";
import { answerInPieces, type TextStream } from "../../http/text-stream.ts";
import { namedRequest, traceHeaders } from "../../http/trace-headers.ts";
import type { RestCodec } from "../codec.ts";
import { reply } from "../reply.ts";
import { compileEventText, lastText, reconnectText } from "./event-text.ts";

export interface EventsDeps {
  readonly method: DescMethodServerStreaming;
  readonly codec: RestCodec;
  /** Values of the path. */
  readonly values: readonly string[];
  readonly streams: Streams;
  readonly onBug: OnBug;
}

/**
 * Serves a stream as Server-Sent Events (HTML, section 9.2). A refusal before the first answer has the status of any
 * refused call; later errors are events named `error`.
 */
export async function serveEvents(exchange: Exchange, deps: EventsDeps): Promise<void> {
  const { method, codec, streams, onBug } = deps;
  let cut = () => {};
  try {
    const opened = await streams.open({
      method,
      authorization: exchange.headers.authorization,
      address: exchange.address,
      userAgent: exchange.headers["user-agent"],
      requestId: exchange.requestId,
      protocol: "rest",
      ...traceHeaders(exchange),
      route: codec.route,
      leave: () => exchange.leave(),
      cut: () => cut(),
    });
    if ("fault" in opened) return reply(exchange, opened);
    const started = await start(exchange, opened, deps);
    if (started === undefined) return;
    if (exchange.verb === "HEAD") {
      opened.end();
      exchange.reply(200, headersOf(opened));
      return;
    }
    await answerInPieces(exchange, headersOf(opened), {
      onGone: () => opened.end(new TransportRefusal("the caller went away")),
      send: (stream, how) => {
        cut = how;
        return write(stream, started, { ...deps, opened, exchange });
      },
    });
  } catch (error) {
    if (!(error instanceof TransportRefusal)) onBug(error, namedRequest(exchange));
  }
}

/** A stream whose first answer has arrived. */
interface Started {
  readonly answers: AsyncIterator<object>;
  readonly first: IteratorResult<object>;
}

/** Waits for the first answer. Returns undefined if the request is refused instead. */
async function start(
  exchange: Exchange,
  opened: OpenStream,
  { codec, values, method }: EventsDeps,
): Promise<Started | undefined> {
  exchange.onGone(() => opened.end(new TransportRefusal("the caller went away")));
  try {
    const answers = opened.answers(requestOf(exchange, codec, values, method))[Symbol.asyncIterator]();
    return { answers, first: await answers.next() };
  } catch (error) {
    opened.end(error);
    reply(exchange, opened.failure(error));
    return undefined;
  }
}

/** @throws Fault for a request that cannot be read */
function requestOf(
  exchange: Exchange,
  codec: RestCodec,
  values: readonly string[],
  { input }: DescMethodServerStreaming,
): Message {
  const { message, issues } = codec.read(new Uint8Array(), codec.parametersOf(exchange, values));
  if (issues.length > 0) refuseIssues(message, issues, input, undefined);
  return message;
}

function headersOf({ limits }: OpenStream): string[] {
  // Tells nginx not to buffer the events.
  const own = ["Content-Type", "text/event-stream", "X-Accel-Buffering", "no"];
  return [...answerHeaders({ written: "", limits }), ...own];
}

/** Writes the answers, each when the caller has read the previous one. */
async function write(
  stream: TextStream,
  { answers, first }: Started,
  { opened, exchange, codec, method }: EventsDeps & { readonly opened: OpenStream; readonly exchange: Exchange },
): Promise<void> {
  const eventText = compileEventText(method.output);
  try {
    await stream.write(reconnectText);
    for (let result = first; result.done !== true; result = await answers.next()) {
      await stream.write(eventText(result.value, String(codec.write(result.value))));
    }
    stream.end();
  } catch (error) {
    if (stream.isGone) return;
    const { fault } = opened.failure(error);
    stream.end(lastText(JSON.stringify(faultBody(fault, exchange.requestId))));
  }
}
