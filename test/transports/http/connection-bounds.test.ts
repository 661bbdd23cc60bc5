import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../../server/core/limits.ts";
import { hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";
import { RawConnection, requestText } from "../../support/http/raw-connection.ts";
import { startServer } from "../../support/server.ts";

/** Opens connections from an address of this machine. Returns how many are still open once all are answered or closed. */
async function openFrom(url: string, localAddress: string, count: number): Promise<number> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const outcomes = sockets.map((socket) => {
    socket.on("error", () => {}).write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    return new Promise<boolean>((resolve) => {
      socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    });
  });
  return (await Promise.all(outcomes)).filter(Boolean).length;
}

test("a network has so many connections, and other networks are not affected", async () => {
  const { url } = await startServer({ CONNECTIONS_PER_NETWORK: "5" });
  expect(await openFrom(url, "127.0.0.2", 8)).toBe(5);
  expect(await openFrom(url, "127.0.0.3", 3)).toBe(3);
});

test("a connection that is closed makes room for another", async () => {
  const { url } = await startServer({ CONNECTIONS_PER_NETWORK: "1" });
  for (let i = 0; i < 3; i++) {
    const connection = await RawConnection.open(url);
    connection.write(requestText("GET", "/healthz", "", { Connection: "close" }));
    expect((await connection.answer())?.status).toBe(200);
    await connection.closed;
  }
});

/** Connections that the system lets wait for a program; elsewhere than on Linux it is not known. */
const waitingMax = process.platform === "linux" ? Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")) : 0;

test.skipIf(waitingMax < 2_000 && process.env["CI"] !== "true")(
  "2,000 callers connect at once while the service is busy (needs somaxconn of 2,000)",
  async () => {
    const { url } = await startServer();
    const callers = `
    const { connect } = require("node:net");
    let left = 2000;
    for (let count = left; count > 0; count--) {
      connect(${new URL(url).port}, "127.0.0.1").once("connect", () => --left === 0 && process.exit());
    }`;
    // This process does nothing else meanwhile. One that did not let so many wait would never end it.
    execFileSync(process.execPath, ["-e", callers]);
  },
);

test("the connections of a trusted proxy are not bounded", async () => {
  const { url } = await startServer({ CONNECTIONS_PER_NETWORK: "2", TRUSTED_PROXIES: "127.0.0.4" });
  expect(await openFrom(url, "127.0.0.4", 6)).toBe(6);
});

test.skipIf(!hasOpenssl)("with TLS, too, a network has so many connections", async () => {
  const certificate = makeCertificate();
  onTestFinished(() => certificate.remove());
  const files = { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
  const { url } = await startServer({ ...files, CONNECTIONS_PER_NETWORK: "2" });
  const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(url).port), "127.0.0.1"));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  let closed = 0;
  await new Promise<void>((resolve) => {
    for (const socket of sockets) {
      socket.on("error", () => {}).resume();
      socket.on("close", () => {
        closed += 1;
        if (closed === 3) resolve();
      });
    }
  });
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(2);
});

test("a connection that sends thousands of requests without waiting for answers is closed", async () => {
  const { url } = await startServer();
  const connection = await RawConnection.open(url);
  connection.write("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20_000));
  await connection.closed;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test("a connection may send some requests before the first is answered", async () => {
  const { url } = await startServer();
  const connection = await RawConnection.open(url);
  connection.write("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(limits.pipelinedMax));
  for (let i = 0; i < limits.pipelinedMax; i++) expect((await connection.answer())?.status).toBe(200);
  connection.socket.destroy();
});
