import { once } from "node:events";
import type { Server } from "node:http";
import { type ClientHttp2Stream, constants, type Http2Session, type ServerHttp2Stream } from "node:http2";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ExchangeHandler } from "../../../server/transports/http/handler.ts";
import { openPort } from "../../../server/transports/http/port.ts";
import { sniffProtocol } from "../../../server/transports/http/preface.ts";
import { until } from "../../support/until.ts";
import { openSession } from "./http2-client.ts";

/** Servers that were created, and the time limits that were set on sessions and streams. */
const created = vi.hoisted(() => ({ http1: [] as Server[], timeouts: [] as unknown[], ofStreams: [] as number[] }));

vi.mock("node:http", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:http")>();
  return {
    ...real,
    createServer(...given: Parameters<typeof real.createServer>) {
      const server = real.createServer(...given);
      created.http1.push(server);
      return server;
    },
  };
});

vi.mock("node:http2", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:http2")>();
  return {
    ...real,
    createServer(...given: Parameters<typeof real.createServer>) {
      const server = real.createServer(...given);
      server.prependListener("session", (session: Http2Session) => {
        const set = session.setTimeout.bind(session);
        session.setTimeout = (ms, then) => {
          created.timeouts.push(ms);
          return set(ms, then);
        };
      });
      server.prependListener("stream", (stream: ServerHttp2Stream) => {
        const set = stream.setTimeout.bind(stream);
        stream.setTimeout = (ms, then) => {
          // A closing stream sets its limit to zero.
          if (ms > 0) created.ofStreams.push(ms);
          // Limits run a thousand times as fast in this test.
          return set(ms / 1000, then);
        };
      });
      return server;
    },
  };
});

/** Opens a request to a port with the given handler, from a client that accepts no bytes of an answer. */
async function openRequest(handler: ExchangeHandler): Promise<ClientHttp2Stream> {
  created.ofStreams.length = 0;
  const port = await openPort({ host: "127.0.0.1", port: 0 }, handler);
  const session = await openSession(`http://127.0.0.1:${port.address.port}`, { settings: { initialWindowSize: 0 } });
  onTestFinished(async () => {
    session.destroy();
    await port.close(0);
  });
  return session.request({ ":method": "POST", ":path": "/" }, { endStream: false });
}

describe("a slow client is disconnected:", () => {
  test("after 10 s of headers, 30 s of a request, 60 s of silence, and 75 s between requests", async () => {
    const port = await openPort({ host: "127.0.0.1", port: 0 }, () => undefined);
    onTestFinished(() => port.close(0));
    expect(created.http1.at(-1)).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 75_000,
      maxConnections: 10_000,
      maxHeadersCount: 100,
    });
  });

  test("a session of HTTP/2 without streams, after two minutes", async () => {
    const port = await openPort({ host: "127.0.0.1", port: 0 }, () => undefined);
    onTestFinished(() => port.close(0));
    const session = await openSession(`http://127.0.0.1:${port.address.port}`);
    await until(() => created.timeouts.length > 0);
    session.destroy();
    expect(created.timeouts).toEqual([120_000]);
  });

  test("a stream whose body is incomplete, after 60 s", async () => {
    const stream = await openRequest((exchange) => void exchange.readBody(10).catch(() => undefined));
    stream.write("half");
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect(created.ofStreams).toEqual([60_000]);
  });

  test("a stream whose answer is not read, after 60 s, but not while the answer is computed", async () => {
    const whileComputed: number[][] = [];
    const stream = await openRequest(async (exchange) => {
      await exchange.readBody(10);
      await new Promise((resolve) => setImmediate(resolve));
      whileComputed.push([...created.ofStreams]);
      exchange.reply(200, [], "an answer");
    });
    stream.end("whole");
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect(whileComputed).toEqual([[]]);
    expect(created.ofStreams).toEqual([60_000]);
  });

  describe("with fake timers,", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test("a stream of HTTP/2 whose body arrives steadily, but is not complete after 30 s", async () => {
      const stream = await openRequest((exchange) => void exchange.readBody(10).catch(() => undefined));
      stream.write("h");
      await until(() => vi.getTimerCount() > 0);
      vi.advanceTimersByTime(29_000);
      stream.write("a");
      const closed = once(stream, "close");
      vi.advanceTimersByTime(1_000);
      await closed;
      expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    });

    test("a connection whose HTTP version is not yet known, after 10 s", () => {
      const socket = new Socket();
      sniffProtocol(socket, () => undefined);
      vi.advanceTimersByTime(9_999);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
    });
  });
});
