import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Exchange, HeaderList } from "./exchange.ts";

/** An answer that is sent in pieces. */
export interface TextStream {
  /** Resolves when the caller has read enough that more may be sent; at once if it is gone. */
  write(text: string): Promise<void>;
  /** Sends the last piece. Over HTTP/1.1 this ends the connection. */
  end(text?: string): void;
  readonly isGone: boolean;
}

/** Begins an answer of status 200 with unknown length, and passes it to a function until that is done. */
export function answerInPieces(
  exchange: Exchange,
  headers: HeaderList,
  {
    onGone,
    send,
  }: { readonly onGone: () => void; readonly send: (stream: TextStream, cut: () => void) => Promise<void> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    exchange.handOver((_, response) => {
      response.once("close", onGone);
      for (let i = 0; i < headers.length; i += 2) response.setHeader(headers[i] as string, headers[i + 1] as string);
      // The end of the answer is that of the connection, so nobody sends another request on it.
      if (!exchange.isHttp2) response.setHeader("Connection", "close");
      response.writeHead(200);
      send(streamOf(response), () => response.destroy()).then(resolve, reject);
    });
  });
}

function streamOf(response: ServerResponse): TextStream {
  return {
    async write(text) {
      if (!response.write(text)) await taken(response);
    },
    end(text = "") {
      response.end(text);
    },
    get isGone() {
      return response.destroyed;
    },
  };
}

/** Resolves when the caller has read what was written, or is gone. */
async function taken(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  } finally {
    over.abort();
  }
}
