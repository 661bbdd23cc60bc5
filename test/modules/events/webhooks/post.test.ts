import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { isPublicAddress } from "../../../../server/modules/events/webhooks/delivery/address.ts";
import { Exchange } from "../../../../server/modules/events/webhooks/delivery/attempt.ts";
import {
  type PostOptions,
  type Receiver,
  receivers,
} from "../../../../server/modules/events/webhooks/delivery/post.ts";
import type { HostAddress } from "../../../../server/outbound/system-names.ts";
import { hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function postWith(options: Partial<PostOptions> = {}) {
  const openReceiver = receivers({ allowsAny: true, timeoutMs: 5_000, ...options });
  const opened = new Map<string, Receiver>();
  onTestFinished(() => {
    for (const receiver of opened.values()) receiver.close();
  });
  return (url: string) => {
    const receiver = opened.get(url) ?? openReceiver(url);
    opened.set(url, receiver);
    return receiver.post({ id: "1", json: "{}", atMs: 0, secrets: [] });
  };
}

test("the status of the answer is the result", async () => {
  const port = await portOf(createServer((_, response) => response.writeHead(418).end()));
  expect(await postWith()(`http://127.0.0.1:${port}/`)).toEqual({ status: 418, error: "" });
});

test("redirects are not followed", async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { Location: "/private" }).end();
  });
  const port = await portOf(server);
  expect(await postWith()(`http://127.0.0.1:${port}/`)).toEqual({ status: 307, error: "" });
  expect(paths).toEqual(["/"]);
});

describe("private addresses", () => {
  const resolvedTo = (...addresses: string[]) =>
    postWith({
      allowsAny: false,
      resolve: async () =>
        addresses.map((address) => ({ address, family: address.includes(":") ? (6 as const) : (4 as const) })),
    });

  test("a name that resolves to one is not connected to", async () => {
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fe80::1"]) {
      const answer = await resolvedTo(address)("https://receiver.example/");
      expect(answer).toEqual({ status: 0, error: "the host has no public address" });
    }
  });

  test("a name server that answers another address the second time is asked once", async () => {
    let asked = 0;
    const post = postWith({
      allowsAny: false,
      timeoutMs: 50,
      resolve: async () => [{ address: asked++ === 0 ? "192.0.32.8" : "127.0.0.1", family: 4 as const }],
    });
    const { status, error } = await post("https://receiver.example:9/");
    expect([status, asked]).toEqual([0, 1]);
    expect(error).toMatch(/no answer/);
  });

  test("an address as the host, and http, are refused before anything is connected", async () => {
    const post = postWith({ allowsAny: false });
    expect(await post("https://127.0.0.1/")).toEqual({ status: 0, error: "the URL must not be a private address" });
    expect(await post("http://192.0.32.8/")).toEqual({ status: 0, error: "the URL must begin with https" });
  });

  test.each([
    ["0.0.0.0", "10.255.255.255", "100.64.0.1", "127.1.2.3", "169.254.0.1", "172.16.0.1", "172.31.255.255"],
    ["192.168.0.1", "198.18.0.1", "203.0.113.1", "224.0.0.1", "255.255.255.255", "192.0.0.8", "192.0.2.1"],
    ["::", "::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "fc00::1", "fe80::1", "ff02::1", "2001:db8::1", "2002:a00::1"],
  ])("%s and others are private", (...addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false);
  });

  test("others are public", () => {
    for (const address of ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]) {
      expect(isPublicAddress(address), address).toBe(true);
    }
  });
});

describe.skipIf(!hasOpenssl && process.env["CI"] !== "true")("over https (with openssl)", () => {
  const made = makeCertificate();
  afterAll(made.remove);
  const certificate = { key: readFileSync(made.keyFile), cert: made.ca.toString() };

  test.each([
    ["a certificate of nobody", undefined, 0],
    ["a certificate that is trusted", certificate.cert, 200],
  ])("%s", async (_, ca, status) => {
    const port = await portOf(createTlsServer(certificate, (__, response) => response.end()));
    const answer = await postWith({ ...(ca !== undefined && { ca }) })(`https://localhost:${port}/`);
    expect(answer.status).toBe(status);
    if (status === 0) expect(answer.error).toMatch(/no answer: .*CERT|SELF_SIGNED/);
  });

  test("a certificate for another name", async () => {
    const port = await portOf(createTlsServer(certificate, (_, response) => response.end()));
    const post = postWith({
      ca: certificate.cert,
      resolve: async () => [{ address: "127.0.0.1", family: 4 as const }],
    });
    expect(await post(`https://receiver.example:${port}/`)).toEqual({
      status: 0,
      error: "no answer: ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });
});

describe("a receiver that", () => {
  test("does not answer gets no more time than others", async () => {
    const port = await portOf(createTcpServer(() => {}));
    const answer = await postWith({ timeoutMs: 30 })(`http://127.0.0.1:${port}/`);
    expect(answer).toEqual({ status: 0, error: "no answer within 0.03 s" });
  });

  test("is found too late gets nothing", async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.end();
    });
    const port = await portOf(server);
    const found = Promise.withResolvers<HostAddress[]>();
    const post = postWith({ timeoutMs: 30, resolve: () => found.promise });
    const answer = await post(`http://receiver.example:${port}/late`);
    expect(answer).toEqual({ status: 0, error: "no answer within 0.03 s" });
    found.resolve([{ address: "127.0.0.1", family: 4 }]);
    const later = postWith({ resolve: () => found.promise });
    expect((await later(`http://receiver.example:${port}/later`)).status).toBe(200);
    expect(paths).toEqual(["/later"]);
  });

  test("is connected to too late gets nothing", async () => {
    const exchange = new Exchange(1);
    await expect(exchange.status).rejects.toThrow("no answer within 0.001 s");
    const abort = vi.fn();
    exchange.onRequestStart({ abort } as never);
    expect(abort).toHaveBeenCalledOnce();
  });

  test("answers without end is taken at its status, and cut off", async () => {
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      const more = () => {
        while (response.write("x".repeat(10_000)));
      };
      response.on("drain", more).on("close", resolve);
      more();
    });
    const port = await portOf(server);
    expect(await postWith()(`http://127.0.0.1:${port}/`)).toEqual({ status: 200, error: "" });
    await cut;
  });

  test("is not there is told by the code, without addresses of this network", async () => {
    const answer = await postWith()("http://127.0.0.1:9/");
    expect(answer).toEqual({ status: 0, error: "no answer: ECONNREFUSED" });
  });

  test("speaks something else", async () => {
    const port = await portOf(createTcpServer((socket) => void socket.end("hello\r\n\r\n")));
    expect((await postWith()(`http://127.0.0.1:${port}/`)).error).toMatch(/does not match the HTTP/);
  });

  test("ends the connection is told so", async () => {
    const port = await portOf(createTcpServer((socket) => void socket.once("data", () => socket.end())));
    const answer = await postWith()(`http://127.0.0.1:${port}/`);
    expect(answer).toEqual({ status: 0, error: "the connection ended before an answer" });
  });

  test("says something before its answer is taken at its answer", async () => {
    const server = createServer((_, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a>; rel=preload" }, () => response.writeHead(204).end());
    });
    const port = await portOf(server);
    expect(await postWith()(`http://127.0.0.1:${port}/`)).toEqual({ status: 204, error: "" });
  });

  test("does not end its answer is taken at its status, and cut off when the time is over", async () => {
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    const server = createServer((_, response) => void response.on("close", resolve).write("a"));
    const port = await portOf(server);
    expect(await postWith({ timeoutMs: 2_000 })(`http://127.0.0.1:${port}/`)).toEqual({ status: 200, error: "" });
    await cut;
  });

  test("hangs does not delay others on its host, however many hang", async () => {
    const server = createServer((request, response) => void (request.url === "/good" && response.end()));
    onTestFinished(() => server.closeAllConnections());
    const port = await portOf(server);
    for (let i = 0; i < 20; i++) void postWith({ timeoutMs: 60_000 })(`http://127.0.0.1:${port}/hangs`);
    expect(await postWith()(`http://127.0.0.1:${port}/good`)).toEqual({ status: 200, error: "" });
  });

  test("answers gets what follows over two connections at most, and its name is resolved for each", async () => {
    const connected = vi.fn();
    const server = createServer((_, response) => response.end("taken")).on("connection", connected);
    const port = await portOf(server);
    const resolve = vi.fn(async () => [{ address: "127.0.0.1", family: 4 as const }]);
    const post = postWith({ resolve });
    for (let i = 0; i < 20; i++) expect((await post(`http://receiver.example:${port}/`)).status).toBe(200);
    expect(connected.mock.calls.length).toBeLessThanOrEqual(2);
    expect(resolve).toHaveBeenCalledTimes(connected.mock.calls.length);
  });
});
