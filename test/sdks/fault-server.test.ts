import { once } from "node:events";
import { createServer as createHttp1, request } from "node:http";
import { type ClientHttp2Stream, connect, createServer as createHttp2 } from "node:http2";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { until } from "../support/until.ts";
import type { Fault } from "./fault-server/fault.ts";
import { FaultServer } from "./fault-server/fault-server.ts";

/** Bodies that a service of these tests has got. */
let served: string[] = [];
const answer = "an answer of some length";

/** A service that answers by HTTP/1.1 or by HTTP/2 with trailers. */
async function startService(protocol: "HTTP/1.1" | "HTTP/2") {
  const http1 = createHttp1(async (incoming, response) => {
    served.push(await text(incoming));
    response.end(answer);
  });
  const http2 = createHttp2().on("stream", async (stream) => {
    stream.on("error", () => {});
    served.push(await text(stream));
    if (stream.destroyed) return;
    stream.respond({ ":status": 200 }, { waitForTrailers: true });
    stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(answer);
  });
  const server = createServer((socket) => (protocol === "HTTP/1.1" ? http1 : http2).emit("connection", socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Makes a request; returns what its caller sees: the status with the body, or that there was none. */
type Asked = (url: string) => Promise<string>;

const byHttp1: Asked = (url) =>
  new Promise((resolve) => {
    const outgoing = request(`${url}/pay`, { method: "POST", agent: false }, (response) => {
      text(response).then(
        (body) => resolve(`${response.statusCode} ${body}`),
        () => resolve("cut"),
      );
    });
    outgoing.on("error", () => resolve("closed"));
    outgoing.end("an order");
  });

const byHttp2: Asked = async (url) => {
  const session = connect(url);
  session.on("error", () => {});
  const stream = session.request({ ":path": "/pay", ":method": "POST" });
  const seen = await new Promise<string>((resolve) => read(stream, resolve));
  session.destroy();
  return seen;
};

function read(stream: ClientHttp2Stream, resolve: (seen: string) => void): void {
  let status = 0;
  let trailer: unknown;
  stream.on("response", (headers) => {
    status = Number(headers[":status"]);
  });
  stream.on("trailers", (trailers) => {
    trailer = trailers["grpc-status"];
  });
  stream.on("error", () => {});
  stream.on("close", () => resolve(status === 0 ? "closed" : "cut"));
  text(stream).then(
    (body) => {
      const isWhole = status !== 200 || trailer === "0";
      resolve(isWhole && status !== 0 ? `${status} ${body}` : status === 0 ? "closed" : "cut");
    },
    () => {},
  );
  stream.end("an order");
}

const good = `200 ${answer}`;
const refused = "<h1>an intermediary</h1>";
const cases: readonly [name: string, fault: Fault | undefined, seen: string, times: number][] = [
  ["nothing", undefined, good, 1],
  ["a dropped request", { do: "drop request" }, "closed", 0],
  ["a dropped answer", { do: "drop answer" }, "closed", 1],
  ["a reset", { do: "drop answer", by: "reset" }, "closed", 1],
  ["a cut answer", { do: "cut answer" }, "cut", 1],
  ["a delayed request", { do: "delay", what: "request", ms: 1 }, good, 1],
  ["a delayed answer", { do: "delay", what: "answer", ms: 1 }, good, 1],
  ["429", { do: "refuse", status: 429, retryAfterSeconds: 1 }, `429 ${refused}`, 0],
  ["503", { do: "refuse", status: 503 }, `503 ${refused}`, 0],
  ["a request that comes twice", { do: "twice", when: "at once" }, good, 2],
  ["a copy that comes later", { do: "twice", when: "later" }, good, 2],
];

describe.each([
  ["HTTP/1.1", byHttp1],
  ["HTTP/2", byHttp2],
] as const)("the fault server, by %s", (protocol, ask) => {
  let service: Awaited<ReturnType<typeof startService>>;
  let faults: FaultServer;
  beforeAll(async () => {
    service = await startService(protocol);
    faults = new FaultServer(() => service.url);
    await faults.start();
  });
  beforeEach(() => {
    served = [];
    faults.heal();
  });
  afterAll(async () => {
    await faults.close();
    service.server.close();
  });

  test.each(cases)("%s", async (_, fault, seen, times) => {
    if (fault !== undefined) faults.harm("/pay", fault);
    expect(await ask(faults.url)).toBe(seen);
    await until(() => served.length === times);
    expect(served).toEqual(Array(times).fill("an order"));
    // The next request passes.
    expect(await ask(faults.url)).toBe(good);
    expect(faults.rules.count("/pay")).toBe(2);
  });

  test("silence, before the service and after it", async () => {
    faults.harm("/pay", { do: "silence", isForwarded: false });
    faults.harm("/pay", { do: "silence", isForwarded: true }, 1, 0);
    const silent = [ask(faults.url), ask(faults.url)];
    await until(() => faults.rules.count("/pay") === 2);
    expect(served.length).toBeLessThanOrEqual(1);
    faults.cutConnections();
    expect(await Promise.all(silent)).toEqual(["closed", "closed"]);
  });

  test("a fault for some of the requests", async () => {
    faults.harm("/pay", { do: "refuse", status: 503 }, 2, 1);
    const seen: string[] = [];
    for (let count = 0; count < 4; count++) seen.push((await ask(faults.url)).slice(0, 3));
    expect(seen).toEqual(["200", "503", "503", "200"]);
  });

  test("nobody is there", async () => {
    faults.isAway = true;
    expect(await ask(faults.url)).toBe("closed");
    faults.heal();
    expect(await ask(faults.url)).toBe(good);
  });
});

test("the fault server closes although the rest of a request that was answered early is never read", async () => {
  const eager = createHttp2().on("stream", (stream) => {
    stream.respond({ ":status": 200 }, { endStream: true });
    stream.close();
  });
  eager.listen(0, "127.0.0.1");
  await once(eager, "listening");
  const faults = new FaultServer(() => `http://127.0.0.1:${(eager.address() as AddressInfo).port}`);
  await faults.start();
  const session = connect(faults.url);
  const stream = session.request({ ":path": "/pay", ":method": "POST" });
  stream.write("an order");
  await once(stream, "response");
  stream.end("and the rest of it");
  session.close();
  await once(session, "close");
  await faults.close();
  eager.close();
});
