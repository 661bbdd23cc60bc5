import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { MetricRegistry } from "../../../../server/core/metrics/registry.ts";
import type { ExchangeHandler } from "../../../../server/transports/http/handler.ts";
import { openPort } from "../../../../server/transports/http/port.ts";
import { requestMetrics } from "../../../../server/transports/http/request-metrics.ts";
import { until } from "../../../support/until.ts";

const opened: { close(graceMs: number): Promise<void> }[] = [];
afterEach(async () => {
  for (const port of opened.splice(0)) await port.close(0);
});

async function measured(handler: ExchangeHandler) {
  const registry = new MetricRegistry({ readMs: 600_000, report: () => {} });
  const port = await openPort({ host: "127.0.0.1", port: 0, measure: requestMetrics(registry, "http") }, handler);
  opened.push(port);
  let series: Record<string, unknown> = {};
  /** Reads the series again, by their labels: counts of durations, and active requests that are not 0. */
  const read = async () => {
    const families = await registry.collect();
    const of = (name: string) => families.find((family) => family.name === name)?.samples ?? [];
    const text = (labels: object) => Object.values(labels).join(" ");
    series = Object.fromEntries([
      ...of("http.server.request.duration").map(({ labels, value }) => [
        text(labels),
        (value as { count: number }).count,
      ]),
      ...of("http.server.active_requests").flatMap(({ labels, value }) => (value === 0 ? [] : [[text(labels), value]])),
    ]);
    return series;
  };
  /** Reads the series until they are these. */
  const expectSeries = async (wanted: Record<string, number>) => {
    for (;;) {
      if (JSON.stringify(await read()) === JSON.stringify(wanted)) return;
      await new Promise(setImmediate);
    }
  };
  return { port: port.address.port, url: `http://127.0.0.1:${port.address.port}`, read, expectSeries };
}

test("a request counts by its method, route and status over both versions of HTTP", async () => {
  const { url, expectSeries } = await measured((exchange) => {
    exchange.route = "/things/{id}";
    exchange.reply(exchange.path.endsWith("/1") ? 200 : 503, [], "well");
  });
  await fetch(`${url}/things/1`, { method: "POST" });
  await fetch(`${url}/things/2`, { method: "POST" });
  const session = connectHttp2(url);
  const stream = session.request({ ":path": "/things/1", ":method": "POST" });
  await once(stream.resume(), "close");
  session.close();
  await expectSeries({ "POST http /things/{id} 200": 2, "POST http /things/{id} 503 503": 1 });
});

test("neither a method of the caller's nor a refusal for want of credentials makes series", async () => {
  const { port, expectSeries } = await measured((exchange) => {
    exchange.route = exchange.path;
    exchange.reply(exchange.path.length % 2 === 0 ? 401 : 429, []);
  });
  for (const [verb, path] of [
    ["PROPFIND", "/a"],
    ["SEARCH", "/bb"],
    ["PURGE", "/cccc"],
    ["GET", "/ddddd"],
  ]) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${verb} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await once(socket.resume(), "close");
  }
  await expectSeries({ "_OTHER http 401": 1, "_OTHER http 429": 2, "GET http 401": 1 });
});

test("a request is active until its answer is sent, and one whose caller goes away counts as cancelled", async () => {
  let waiting = 0;
  const { port, url, read, expectSeries } = await measured(() => waiting++);
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  const session = connectHttp2(url);
  const stream = session.request({ ":path": "/slow" });
  await until(() => waiting === 2);
  expect(await read()).toEqual({ "GET http": 2 });
  socket.destroy();
  stream.close();
  await expectSeries({ "GET http cancelled": 2 });
  session.close();
});

test("a stream is active, and has no duration here", async () => {
  let end = () => {};
  const { url, read, expectSeries } = await measured((exchange) =>
    exchange.handOver((_, response) => {
      response.writeHead(200).write("begun");
      end = () => response.end();
    }),
  );
  const answer = await fetch(url);
  expect(await read()).toEqual({ "GET http": 1 });
  end();
  await answer.text();
  await expectSeries({});
});
