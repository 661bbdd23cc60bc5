import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPort } from "../../../server/transports/http/port.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { exchange, openSession } from "./http2-client.ts";

/** Opens a port that answers every request. */
async function start() {
  const port = await openPort({ host: "127.0.0.1", port: 0 }, (one) => one.reply(200, [], "well"));
  onTestFinished(() => port.close(0));
  return { port, url: `http://127.0.0.1:${port.address.port}` };
}

describe("a port that refuses new connections", () => {
  test("answers a request on a connection of HTTP/1.1 that was open, and ends it", async () => {
    const { port, url } = await start();
    const connection = await RawConnection.open(url);
    connection.write(requestText("GET", "/"));
    expect(await connection.answer()).toMatchObject({ status: 200, body: "well" });
    port.stopListening();
    connection.write(requestText("GET", "/"));
    const answer = await connection.answer();
    expect([answer?.status, answer?.headers.get("connection")]).toEqual([200, "close"]);
    await connection.closed;
    await expect(RawConnection.open(url)).rejects.toThrow("ECONNREFUSED");
  });

  test("answers a request on a session of HTTP/2 that was open, and ends it", async () => {
    const { port, url } = await start();
    const session = await openSession(url);
    await exchange(session, { ":method": "GET", ":path": "/" });
    port.stopListening();
    const [{ status, body }] = await Promise.all([
      exchange(session, { ":method": "GET", ":path": "/" }),
      once(session, "goaway"),
      once(session, "close"),
    ]);
    expect([status, body]).toEqual([200, "well"]);
    await expect(openSession(url)).rejects.toThrow("ECONNREFUSED");
  });

  test("closes although its last connection has ended before", async () => {
    const { port } = await start();
    port.stopListening();
    await new Promise(setImmediate);
    await port.close(1_000);
  });
});
