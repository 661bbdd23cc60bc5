// @module-tag slow/load

import { describe, expect, test } from "vitest";
import { legalRequests, paths } from "../../support/geocode-operations.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { ResourceBaseline } from "../../support/http/resource-baseline.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { endHeaders, endStream, FrameConnection, frame, frameType, number32, requestHeaders } from "./frames.ts";

const server = sharedServer();
const { data, headers, windowUpdate } = frameType;
/** Body of a small request with a large answer. */
const body = JSON.stringify({ ...legalRequests.jitterbug, intermediate_steps: 100, return_path: true });
/** Maximum number of concurrent streams of one connection. */
const streamsMax = 250;

describe("unread answers", () => {
  test("are bounded by the streams of one session, over HTTP/2", async () => {
    const { bytes, baseline } = await measure();
    const connection = await FrameConnection.open(server().url, false, 0);
    for (let i = 0; i < 2000; i += 10) {
      const frames = Array.from({ length: 10 }, (_, index) => {
        const stream = 2 * (i + index) + 1;
        const head = requestHeaders({ ":path": paths.jitterbug });
        return Buffer.concat([
          frame(headers, endHeaders, stream, head),
          frame(data, endStream, stream, Buffer.from(body)),
        ]);
      });
      // Enlarges the window for requests, so that only answers wait.
      if (!(await connection.send(...frames, frame(windowUpdate, 0, 0, number32(1))))) break;
      if (!(await connection.settled())) break;
    }
    expect(connection.count(headers)).toBeLessThanOrEqual(streamsMax);
    baseline.expectGrowthBelow(24 + (streamsMax * bytes) / 1_000_000);
    connection.socket.destroy();
    await baseline.expectRestored();
  });

  test("stop the reading of further requests, over HTTP/1.1", async () => {
    const { bytes, baseline } = await measure();
    const linesBefore = server().log.length;
    const connection = await RawConnection.open(server().url);
    connection.socket.pause();
    const request = Buffer.from(requestText("POST", paths.jitterbug, body).repeat(10));
    const times = 3000;
    // Sends until the server reads no more: the socket's backlog stays the same during 20 other calls.
    for (let sent = 0, waited = 0; sent < times && waited < 20; ) {
      const waiting = connection.socket.writableLength;
      if (waiting === 0) {
        connection.write(request);
        sent += 10;
      }
      await baseline.expectAlive();
      waited = connection.socket.writableLength === waiting && waiting > 0 ? waited + 1 : 0;
    }
    expect(server().log.length - linesBefore).toBeLessThan(times);
    baseline.expectGrowthBelow(24 + (100 * bytes) / 1_000_000);
    connection.socket.destroy();
    await baseline.expectRestored();
  });
});

async function measure(): Promise<{ bytes: number; baseline: ResourceBaseline }> {
  const connection = await RawConnection.open(server().url);
  connection.write(requestText("POST", paths.jitterbug, body));
  const answer = await connection.answer();
  connection.socket.destroy();
  expect(answer?.status).toBe(200);
  return { bytes: answer?.body.length ?? 0, baseline: await ResourceBaseline.measure(server().url) };
}
