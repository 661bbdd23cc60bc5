import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Exchange } from "../../../server/transports/http/exchange.ts";
import { openPort, type Port } from "../../../server/transports/http/port.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { endHeaders, endStream, FrameConnection, frame, frameType, number32, requestHeaders } from "./frames.ts";

const { data, headers, reset } = frameType;

/** A port that reads bodies after `readLater`, which a test may replace. */
let port: Port;
let url: string;
let readLater: (exchange: Exchange) => Promise<unknown> = async () => {};
const read: string[] = [];
let arrived: () => void = () => {};
beforeAll(async () => {
  port = await openPort({ host: "127.0.0.1", port: 0 }, async (exchange) => {
    await readLater(exchange);
    const body = exchange.readBody(100).then(
      (bytes) => `${bytes.length} bytes`,
      (error: Error) => error.constructor.name,
    );
    read.push(await body);
    exchange.reply(204, []);
    arrived();
  });
  url = `http://127.0.0.1:${port.address.port}`;
});
afterAll(() => port.close(0));

/** Returns the result of reading the next body. */
async function nextRead(): Promise<string | undefined> {
  while (read.length === 0) {
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
  return read.shift();
}

/** Waits some turns of the event loop, so that all received bytes are processed. */
async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Delays before a body is read, such as the look-up of a key. */
const moments: [string, () => Promise<unknown>][] = [
  ["at once", async () => {}],
  ["a few turns later", turns],
];

describe.each(moments)("a body that is read %s", (_, moment) => {
  beforeAll(() => {
    readLater = moment;
  });

  const head = requestHeaders();
  test.each([
    ["HEADERS alone", [frame(headers, endHeaders | endStream, 1, head)]],
    ["HEADERS and empty DATA", [frame(headers, endHeaders, 1, head), frame(data, endStream, 1)]],
    [
      "HEADERS and empty DATA twice",
      [frame(headers, endHeaders, 1, head), frame(data, 0, 1), frame(data, endStream, 1)],
    ],
    [
      "HEADERS and DATA of padding",
      [frame(headers, endHeaders, 1, head), frame(data, endStream | 0x8, 1, Buffer.of(3, 0, 0, 0))],
    ],
  ])("is empty for %s", async (_, frames) => {
    const connection = await FrameConnection.open(url);
    await connection.send(...frames);
    expect(await nextRead()).toBe("0 bytes");
    connection.socket.destroy();
  });

  test.each([
    ["Content-Length: 0", requestText("POST", "/")],
    ["no chunks", `${requestText("POST", "/", "", { "Content-Length": "", "Transfer-Encoding": "chunked" })}0\r\n\r\n`],
  ])("is empty for %s", async (_, text) => {
    const connection = await RawConnection.open(url);
    connection.write(text);
    expect(await nextRead()).toBe("0 bytes");
    connection.socket.destroy();
  });

  test.each([
    ["sent whole", [frame(headers, endHeaders, 1, head), frame(data, endStream, 1, Buffer.from("12345"))], "5 bytes"],
    ["reset with the headers", [frame(headers, endHeaders, 1, head), frame(reset, 0, 1, number32(8))], "BodyCut"],
    ["reset without an error", [frame(headers, endHeaders, 1, head), frame(reset, 0, 1, number32(0))], "BodyCut"],
    [
      "reset within the body",
      [frame(headers, endHeaders, 1, head), frame(data, 0, 1, Buffer.from("123")), frame(reset, 0, 1, number32(0))],
      "BodyCut",
    ],
  ] as const)("that is %s is read, or fails with BodyCut", async (_, frames, outcome) => {
    const connection = await FrameConnection.open(url);
    await connection.send(...frames);
    expect(await nextRead()).toBe(outcome);
    connection.socket.destroy();
  });

  test("fails with BodyCut if its connection is reset, over HTTP/1.1", async () => {
    const connection = await RawConnection.open(url);
    connection.socket.write(requestText("POST", "/", "12345").slice(0, -1), () => connection.socket.resetAndDestroy());
    expect(await nextRead()).toBe("BodyCut");
  });
});

test("a body that is read after its caller has disconnected fails with BodyCut, over HTTP/1.1", async () => {
  const connection = await RawConnection.open(url);
  readLater = async (exchange) => {
    const gone = new Promise<void>((resolve) => exchange.onGone(resolve));
    connection.socket.resetAndDestroy();
    await gone;
    await turns();
  };
  connection.write(requestText("POST", "/", "12345").slice(0, -1));
  expect(await nextRead()).toBe("BodyCut");
});

test("a body that is read after its caller has disconnected fails with BodyCut, over HTTP/2", async () => {
  const connection = await FrameConnection.open(url);
  readLater = async (exchange) => {
    const gone = new Promise<void>((resolve) => exchange.onGone(resolve));
    connection.socket.resetAndDestroy();
    await gone;
    await turns();
  };
  await connection.send(frame(headers, endHeaders, 1, requestHeaders()));
  expect(await nextRead()).toBe("BodyCut");
});

test("onGone calls back also if the caller has disconnected before", async () => {
  const calls: string[] = [];
  readLater = async (exchange) => {
    const gone = new Promise<void>((resolve) => exchange.onGone(resolve));
    connection.socket.resetAndDestroy();
    await gone;
    await turns();
    exchange.onGone(() => calls.push("gone"));
    await turns();
  };
  const connection = await FrameConnection.open(url);
  await connection.send(frame(headers, endHeaders, 1, requestHeaders()));
  await once(connection.socket, "close");
  await nextRead();
  expect(calls).toEqual(["gone"]);
});
