import { type IncomingMessage, request } from "node:http";
import { onTestFinished } from "vitest";
import type { Json } from "./geocode-operations.ts";

/** An event in the form in which a browser receives it. */
export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: Json;
}

/** A stream of Server-Sent Events, read by the rules of their specification. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** The body of a refused request. */
  readonly refusal: Json;
  /** Returns the next event; undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>;
  /** Returns the next event with an entry. */
  nextEntry(): Promise<ReceivedEvent>;
  close(): void;
}

export async function openEvents(url: string, headers: Record<string, string>): Promise<EventStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { Accept: "text/event-stream", ...headers } }, resolve)
      .on("error", reject)
      .end();
  });
  const close = () => void response.destroy();
  onTestFinished(close);
  const status = response.statusCode as number;
  const blocks = blocksOf(response);
  const isRefused = status !== 200;
  const next = async () => {
    for (;;) {
      const { value, done } = await blocks.next();
      if (done === true) return undefined;
      const fields = new Map(value.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
      const data = fields.get("data");
      if (data !== undefined) return { id: fields.get("id"), event: fields.get("event"), data: JSON.parse(data) };
    }
  };
  return {
    status,
    headers: response.headers,
    refusal: isRefused ? JSON.parse(await textOf(response)) : undefined,
    next,
    async nextEntry() {
      for (;;) {
        const event = await next();
        if (event === undefined) throw new Error("the stream has ended without an entry");
        if (event.data.result?.entry !== undefined) return event;
      }
    },
    close,
  };
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let text = "";
  try {
    for await (const chunk of response.setEncoding("utf8")) {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop() as string;
      yield* blocks;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
  }
  return undefined;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return text;
}
