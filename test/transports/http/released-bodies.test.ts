import { request } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { EventLoopTurn } from "../../../server/transports/http/event-loop-turn.ts";
import { collectBody } from "../../../server/transports/http/exchange.ts";
import { openPort } from "../../../server/transports/http/port.ts";

const chunkBytes = 65_536;

/** Bytes in a buffer of their own that differ from chunk to chunk. */
function chunkOf(value: number): Buffer {
  return Buffer.allocUnsafeSlow(chunkBytes).fill(value);
}

test("the memory of a body's chunks is freed as soon as they are copied together", async () => {
  const source = new PassThrough({ highWaterMark: 1 });
  const body = collectBody(source, undefined, 64 * chunkBytes, new EventLoopTurn());
  const chunks = Array.from({ length: 30 }, (_, i) => chunkOf(i + 1));
  for (const chunk of chunks) source.write(chunk);
  source.end();
  const expected = Buffer.concat(Array.from({ length: 30 }, (_, i) => chunkOf(i + 1)));
  expect((await body).equals(expected)).toBe(true);
  expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual(chunks.map(() => 0));
});

test("a chunk that shares its buffer with other bytes is left alone", async () => {
  const shared = Buffer.allocUnsafeSlow(2 * chunkBytes).fill(7);
  const source = new PassThrough();
  const body = collectBody(source, undefined, 64 * chunkBytes, new EventLoopTurn());
  source.write(chunkOf(1));
  source.write(shared.subarray(0, chunkBytes));
  source.end();
  expect((await body).equals(Buffer.concat([chunkOf(1), shared.subarray(0, chunkBytes)]))).toBe(true);
  expect(shared.every((byte) => byte === 7)).toBe(true);
});

test("the memory of a long answer is freed when it is sent, and its receiver has all of it", async () => {
  const answer = Buffer.allocUnsafeSlow(8 * 1024 * 1024).fill("abcdefg");
  const whole = Buffer.from(answer);
  const port = await openPort({ host: "127.0.0.1", port: 0 }, (exchange) => exchange.reply(200, [], answer));
  const received = await new Promise<Buffer>((resolve, reject) => {
    request({ port: port.address.port, agent: false }, (response) => buffer(response).then(resolve, reject)).end();
  });
  await port.close(10_000);
  expect(received.equals(whole)).toBe(true);
  expect(answer.buffer.byteLength).toBe(0);
});
