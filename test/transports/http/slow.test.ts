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

/** The servers that were made, which hold the time limits that Node keeps by itself, and limits that were set. */
const made = vi.hoisted(() => ({ http1: [] as Server[], timeouts: [] as unknown[], ofStreams: [] as number[] }));

vi.mock("node:http", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:http")>();
  return {
    ...real,
    createServer(...given: Parameters<typeof real.createServer>) {
      const server = real.createServer(...given);
      made.http1.push(server);
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
          made.timeouts.push(ms);
          return set(ms, then);
        };
      });
      server.prependListener("stream", (stream: ServerHttp2Stream) => {
        const set = stream.setTimeout.bind(stream);
        stream.setTimeout = (ms, then) => {
          // A stream that is closed takes its own away.
          if (ms > 0) made.ofStreams.push(ms);
          // A thousand times as fast.
          return set(ms / 1000, then);
        };
      });
      return server;
    },
  };
});

/** A request to a port that answers so, by a client that takes no bytes of an answer. */
async function ask(handler: ExchangeHandler): Promise<ClientHttp2Stream> {
  made.ofStreams.length = 0;
  const port = await openPort({ host: "127.0.0.1", port: 0 }, handler);
  const session = await openSession(`http://127.0.0.1:${port.address.port}`, { settings: { initialWindowSize: 0 } });
  onTestFinished(async () => {
    session.destroy();
    await port.close(0);
  });
  return session.request({ ":method": "POST", ":path": "/" }, { endStream: false });
}

describe("who is slow on purpose is cut:", () => {
  test("headers after 10 s, a whole request after 30 s, silence after 60 s, between calls after 75 s", async () => {
    const port = await openPort({ host: "127.0.0.1", port: 0 }, () => undefined);
    onTestFinished(() => port.close(0));
    expect(made.http1.at(-1)).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 75_000,
      maxConnections: 10_000,
      maxHeadersCount: 100,
    });
  });

  test("a session of HTTP/2 without streams after two minutes", async () => {
    const port = await openPort({ host: "127.0.0.1", port: 0 }, () => undefined);
    onTestFinished(() => port.close(0));
    const session = await openSession(`http://127.0.0.1:${port.address.port}`);
    await until(() => made.timeouts.length > 0);
    session.destroy();
    expect(made.timeouts).toEqual([120_000]);
  });

  test("a stream whose body does not come, after 60 s", async () => {
    const stream = await ask((exchange) => void exchange.readBody(10).catch(() => undefined));
    stream.write("half");
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect(made.ofStreams).toEqual([60_000]);
  });

  test("a stream whose answer is not read, after 60 s, but not one that is worked on", async () => {
    const atWork: number[][] = [];
    const stream = await ask(async (exchange) => {
      await exchange.readBody(10);
      await new Promise((resolve) => setImmediate(resolve));
      atWork.push([...made.ofStreams]);
      exchange.reply(200, [], "an answer");
    });
    stream.end("whole");
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect(atWork).toEqual([[]]);
    expect(made.ofStreams).toEqual([60_000]);
  });

  describe("under a clock of the test's own,", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test("who does not say which version it speaks, after 10 s", () => {
      const socket = new Socket();
      sniffProtocol(socket, () => undefined);
      vi.advanceTimersByTime(9_999);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
    });
  });
});
