import { once } from "node:events";
import { type ClientHttp2Stream, connect, constants, type ServerHttp2Stream } from "node:http2";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ExchangeHandler } from "../../../server/doors/http/door.ts";
import { openPort } from "../../../server/doors/http/port.ts";

/** Limits of time that were set on streams. They pass a thousand times as fast. */
const limitsMs: number[] = vi.hoisted(() => []);

vi.mock("node:http2", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:http2")>();
  return {
    ...real,
    createServer(...given: Parameters<typeof real.createServer>) {
      const server = real.createServer(...given);
      server.prependListener("stream", (stream: ServerHttp2Stream) => {
        const set = stream.setTimeout.bind(stream);
        stream.setTimeout = (ms, then) => {
          // A stream that is closed takes its own away.
          if (ms > 0) limitsMs.push(ms);
          return set(ms / 1000, then);
        };
      });
      return server;
    },
  };
});

/** A request to a port that answers so, by a client that takes no bytes of answers it has not asked for. */
async function ask(handler: ExchangeHandler): Promise<ClientHttp2Stream> {
  limitsMs.length = 0;
  const port = await openPort({ host: "127.0.0.1", port: 0 }, handler);
  const session = connect(`http://127.0.0.1:${port.address.port}`, { settings: { initialWindowSize: 0 } });
  onTestFinished(async () => {
    session.destroy();
    await port.close(0);
  });
  return session.request({ ":method": "POST", ":path": "/" }, { endStream: false });
}

test("a body that does not come is waited for 60 s", async () => {
  const stream = await ask((exchange) => void exchange.readBody(10).catch(() => undefined));
  stream.write("half");
  await once(stream, "close");
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  expect(limitsMs).toEqual([60_000]);
});

test("an answer that is not read is kept 60 s, and what is worked on has no limit", async () => {
  const limitsAtWork: number[][] = [];
  const stream = await ask(async (exchange) => {
    await exchange.readBody(10);
    await new Promise((resolve) => setImmediate(resolve));
    limitsAtWork.push([...limitsMs]);
    exchange.reply(200, [], "an answer");
  });
  stream.end("whole");
  await once(stream, "close");
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  expect(limitsAtWork).toEqual([[]]);
  expect(limitsMs).toEqual([60_000]);
});
