import { once } from "node:events";
import { connect as connectTcp, Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../server/core/limits.ts";
import { parseProxyHeader, receiveProxyHeader } from "../../../server/transports/http/proxy-protocol.ts";
import { type Certificate, hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";
import {
  ipv4Payload,
  ipv6Payload,
  proxyHeader,
  proxyHeaderOf,
  proxySignature,
} from "../../support/http/proxy-header.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { law } from "../../support/laws/law.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { exchange, openSession } from "./http2-client.ts";

const settings = {
  TRUSTED_PROXIES: "127.0.0.1",
  PROXY_PROTOCOL: "v2",
  CHANNEL_PLAIN: "any",
  CHANNELS_PER_NETWORK: "1",
  PLANS: JSON.stringify({ anonymous: { requestsPerMinute: 1, concurrentRequests: 1 } }),
};
const challengePath = "/api/authentication/challenge";
const challengeBody = JSON.stringify({ client_id: "app" });
const challengeText = requestText("POST", challengePath, challengeBody, { Authorization: "" });
const challengeHeaders = { ":path": challengePath, authorization: "" };

/** Statuses of two calls without credentials: of one network the second is refused. */
const limited = [200, 429];

describe("a header of the PROXY protocol", () => {
  test.each([
    ["an IPv4 address", { payload: ipv4Payload("198.51.100.7") }, "198.51.100.7"],
    [
      "an IPv6 address",
      { family: 0x21, payload: ipv6Payload("20010db8000000000000000000000007") },
      "2001:db8:0:0:0:0:0:7",
    ],
    ["IPv4 in IPv6 form", { family: 0x21, payload: ipv6Payload("00000000000000000000ffffc6336407") }, "198.51.100.7"],
    [
      "extensions",
      { payload: Buffer.concat([ipv4Payload("198.51.100.7"), Buffer.from("0400030a0b0c", "hex")]) },
      "198.51.100.7",
    ],
    ["LOCAL", { command: 0x20, family: 0, payload: Buffer.alloc(0) }, undefined],
    ["LOCAL with an address", { command: 0x20, payload: ipv4Payload("198.51.100.7") }, undefined],
  ])("with %s is read, and the bytes after it are kept", (_, parts, meaning) => {
    const rest = Buffer.from("GET / HTTP/1.1");
    expect(parseProxyHeader(Buffer.concat([proxyHeader(parts), rest]))).toEqual({ meaning, rest });
    const bytes = proxyHeader(parts);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(parseProxyHeader(bytes.subarray(0, length))).toBe("incomplete");
    }
  });

  test.each([
    ["another signature", { signature: Buffer.from(proxySignature).fill(0, 11), payload: ipv4Payload("198.51.100.7") }],
    ["version 1", { signature: Buffer.from("PROXY TCP4 1"), payload: ipv4Payload("198.51.100.7") }],
    ["version 3", { command: 0x31, payload: ipv4Payload("198.51.100.7") }],
    ["an unknown command", { command: 0x22, payload: ipv4Payload("198.51.100.7") }],
    ["no address", { family: 0, payload: Buffer.alloc(0) }],
    ["UDP", { family: 0x12, payload: ipv4Payload("198.51.100.7") }],
    ["a Unix socket", { family: 0x31, payload: Buffer.alloc(216) }],
    ["addresses that are cut short", { payload: ipv4Payload("198.51.100.7").subarray(0, 11) }],
    ["IPv6 addresses of IPv4's length", { family: 0x21, payload: ipv4Payload("198.51.100.7") }],
    ["too many extensions", { payload: Buffer.concat([ipv4Payload("198.51.100.7"), Buffer.alloc(4 * 1024)]) }],
    ["a declared length beyond the bound", { payload: Buffer.alloc(0), length: 0xffff }],
  ])("with %s is wrong", (_, parts) => {
    expect(parseProxyHeader(proxyHeader(parts))).toBe("wrong");
  });

  law("has no bytes for which its parser fails", fc.tuple(fc.boolean(), fc.uint8Array()), ([isSigned, bytes]) => {
    const parsed = parseProxyHeader(Buffer.concat([isSigned ? proxySignature : Buffer.alloc(0), bytes]));
    expect(parsed === "incomplete" || parsed === "wrong" || parsed.rest.length <= bytes.length).toBe(true);
  });

  describe("with fake timers,", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test("that arrives byte by byte must be complete after 10 s", () => {
      const socket = new Socket();
      receiveProxyHeader(socket, () => undefined);
      for (const byte of proxyHeaderOf("198.51.100.7").subarray(0, 20)) {
        vi.advanceTimersByTime(499);
        socket.push(Buffer.from([byte]));
      }
      vi.advanceTimersByTime(10_000 - 20 * 499 - 1);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
    });
  });
});

describe("behind a proxy that sends it,", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(settings);
  });
  afterAll(() => server?.close());

  /** Opens a connection that begins with these bytes. */
  async function begin(bytes: Uint8Array | string): Promise<RawConnection> {
    const connection = await RawConnection.open(server.url);
    connection.write(bytes);
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  }

  test("callers over HTTP/1.1 have limits of their own", async () => {
    for (const caller of ["198.51.100.1", "198.51.100.2"]) {
      const connection = await begin(Buffer.concat([proxyHeaderOf(caller), Buffer.from(challengeText.repeat(2))]));
      expect([(await connection.answer())?.status, (await connection.answer())?.status]).toEqual(limited);
    }
  });

  test("callers over HTTP/2 have limits of their own", async () => {
    for (const caller of ["198.51.100.3", "198.51.100.4"]) {
      const socket = connectTcp(Number(new URL(server.url).port), "127.0.0.1");
      socket.write(proxyHeaderOf(caller));
      const session = await openSession(server.url, { createConnection: () => socket });
      onTestFinished(() => session.destroy());
      const call = async () => (await exchange(session, challengeHeaders, challengeBody)).status;
      expect([await call(), await call()]).toEqual(limited);
    }
  });

  test("callers of channels have limits of their own", async () => {
    const upgrade = requestText("GET", "/channel/wallet", "", {
      ...{ Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" },
      ...{ "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol": "wallet.v1.chachapoly" },
    });
    const open = async (caller: string) => {
      const connection = await begin(Buffer.concat([proxyHeaderOf(caller), Buffer.from(upgrade)]));
      return (await connection.answer(true))?.status;
    };
    expect(await open("198.51.100.5")).toBe(101);
    expect(await open("198.51.100.5")).toBe(429);
    expect(await open("198.51.100.6")).toBe(101);
  });

  test("a header may arrive byte by byte", async () => {
    const connection = await begin("");
    for (const byte of proxyHeaderOf("198.51.100.8")) {
      await new Promise((resolve) => connection.socket.write(Buffer.from([byte]), resolve));
    }
    connection.write(challengeText);
    expect((await connection.answer())?.status).toBe(200);
  });

  test("a request of the proxy itself has the proxy's address", async () => {
    const local = proxyHeader({ command: 0x20, family: 0, payload: Buffer.alloc(0) });
    const connection = await begin(Buffer.concat([local, Buffer.from(requestText("GET", "/readyz"))]));
    expect((await connection.answer())?.status).toBe(200);
  });

  test("a connection of the proxy without a header is closed without an answer", async () => {
    for (const bytes of [challengeText, "PROXY TCP4 198.51.100.7 10.0.0.1 4711 8080\r\n", Buffer.alloc(64)]) {
      const connection = await begin(bytes);
      expect(await connection.answer()).toBeUndefined();
    }
  });

  test("a second header is no request", async () => {
    const header = proxyHeaderOf("198.51.100.9");
    const connection = await begin(Buffer.concat([header, header, Buffer.from(challengeText)]));
    expect((await connection.answer())?.status).toBe(400);
    await connection.closed;
  });

  test("a peer that is no trusted proxy is served without a header, and refused with one", async () => {
    const open = async (bytes: Uint8Array | string) => {
      const socket = connectTcp({
        port: Number(new URL(server.url).port),
        host: "127.0.0.1",
        localAddress: "127.0.0.2",
      });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => {}).write(bytes);
      return String((await once(socket, "data"))[0]).slice(0, 12);
    };
    expect(await open(challengeText)).toBe("HTTP/1.1 200");
    const forged = Buffer.concat([proxyHeaderOf("198.51.100.10"), Buffer.from(challengeText)]);
    expect(await open(forged)).toBe("HTTP/1.1 400");
  });

  test("the connections of one caller are bounded", async () => {
    const bounded = await startServer({ ...settings, CONNECTIONS_PER_NETWORK: "2" });
    onTestFinished(() => bounded.close());
    const health = requestText("GET", "/healthz", "", { Authorization: "" });
    const statuses: (number | undefined)[] = [];
    for (const caller of ["198.51.100.1", "198.51.100.1", "198.51.100.1", "198.51.100.2"]) {
      const connection = await RawConnection.open(bounded.url);
      onTestFinished(() => void connection.socket.destroy());
      connection.write(Buffer.concat([proxyHeaderOf(caller), Buffer.from(health)]));
      statuses.push((await connection.answer())?.status);
    }
    expect(statuses).toEqual([200, 200, undefined, 200]);
  });

  test("a header is read from nobody unless it is asked for", async () => {
    const plain = await startServer({ TRUSTED_PROXIES: "127.0.0.1" });
    onTestFinished(() => plain.close());
    const connection = await RawConnection.open(plain.url);
    connection.write(Buffer.concat([proxyHeaderOf("198.51.100.7"), Buffer.from(challengeText)]));
    expect((await connection.answer())?.status).toBe(400);
  });

  test("a shutdown does not wait for a header", async () => {
    const closing = await startServer({ ...settings, SHUTDOWN_GRACE_MS: "3600000" });
    const connection = await RawConnection.open(closing.url);
    connection.write(proxySignature);
    await (await fetchThroughProxy(closing)).closed;
    await closing.close();
    await connection.closed;
  });
});

/** Waits for the answer to another connection, so that those before it have been accepted. */
async function fetchThroughProxy(server: TestServer): Promise<RawConnection> {
  const connection = await RawConnection.open(server.url);
  connection.write(proxyHeaderOf("198.51.100.7"));
  connection.write(requestText("GET", "/healthz", "", { Connection: "close" }));
  expect((await connection.answer())?.status).toBe(200);
  return connection;
}

describe.skipIf(!hasOpenssl)("under TLS (needs openssl),", () => {
  let certificate: Certificate;
  let server: TestServer;
  beforeAll(async () => {
    certificate = makeCertificate();
    const files = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
    server = await startServer({ ...settings, ...files });
  });
  afterAll(async () => {
    await server?.close();
    certificate.remove();
  });

  /** Opens a TLS connection after a header; with `isWhole` both may arrive in one piece. */
  async function open(caller: string, protocol: string, isWhole: boolean) {
    const socket = connectTcp(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    if (isWhole) socket.cork();
    socket.write(proxyHeaderOf(caller));
    const secure = connectTls({ socket, ca: certificate.ca, servername: "localhost", ALPNProtocols: [protocol] });
    if (isWhole) setImmediate(() => socket.uncork());
    await once(secure, "secureConnect");
    onTestFinished(() => void secure.destroy());
    return secure;
  }

  test.each([true, false])("callers over HTTP/1.1 have limits of their own (%s)", async (isWhole) => {
    for (const caller of [`198.51.100.${isWhole ? 1 : 2}`, `198.51.100.${isWhole ? 3 : 4}`]) {
      const secure = await open(caller, "http/1.1", isWhole);
      const statuses: string[] = [];
      for (let call = 0; call < 2; call += 1) {
        secure.write(challengeText);
        statuses.push(String((await once(secure, "data"))[0]).slice(9, 12));
      }
      expect(statuses).toEqual(["200", "429"]);
    }
  });

  test("callers over HTTP/2 have limits of their own", async () => {
    for (const caller of ["198.51.100.5", "198.51.100.6"]) {
      const secure = await open(caller, "h2", false);
      const session = await openSession(server.url, { createConnection: () => secure });
      onTestFinished(() => session.destroy());
      const call = async () => (await exchange(session, challengeHeaders, challengeBody)).status;
      expect([await call(), await call()]).toEqual(limited);
    }
  });

  test("a handshake without a header is not begun", async () => {
    const socket = connectTls({ port: Number(new URL(server.url).port), host: "127.0.0.1", ca: certificate.ca });
    await expect(once(socket, "secureConnect")).rejects.toThrow();
  });
});

test("a header has at most 4 KiB", () => expect(limits.proxyHeaderBytesMax).toBe(4 * 1024));
