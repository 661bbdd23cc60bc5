import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:https";
import { connect } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../server/core/limits.ts";
import { openPort } from "../../../server/transports/http/port.ts";
import { hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";

/** Servers that were created, whose time limits Node checks every second. */
const created = vi.hoisted(() => ({ https: [] as Server[] }));

vi.mock("node:https", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:https")>();
  return {
    ...real,
    createServer(...given: Parameters<typeof real.createServer>) {
      const server = real.createServer(...given);
      created.https.push(server);
      return server;
    },
  };
});

/** Opens a connection to a port that answers every request, with a headers timeout of 1 ms. */
async function connectIdle() {
  const certificate = makeCertificate();
  const tls = { cert: readFileSync(certificate.certFile, "utf8"), key: readFileSync(certificate.keyFile, "utf8") };
  const port = await openPort({ host: "127.0.0.1", port: 0, tls }, (exchange) => exchange.reply(200, [], "well"));
  const server = created.https.at(-1) as Server;
  server.headersTimeout = 1;
  const socket = connect({ port: port.address.port, host: "127.0.0.1", ca: certificate.ca });
  onTestFinished(async () => {
    socket.destroy();
    await port.close(0);
    certificate.remove();
  });
  await once(socket, "secureConnect");
  return { server, socket, answered: once(socket, "data").then(([bytes]) => String(bytes)) };
}

const needsOpenssl = test.skipIf(!hasOpenssl);

needsOpenssl("a connection that was opened ahead of its first request stays usable (needs openssl)", async () => {
  const { server, socket, answered } = await connectIdle();
  await once(server, "clientError");
  server.headersTimeout = limits.headersTimeoutMs;
  socket.write("GET / HTTP/1.1\r\nHost: platonic.example\r\n\r\n");
  expect(await answered).toMatch(/^HTTP\/1.1 200 /);
});

needsOpenssl("a request with incomplete headers is refused (needs openssl)", async () => {
  const { socket, answered } = await connectIdle();
  socket.write("GET / HTTP/1.1\r\n");
  expect(await answered).toMatch(/^HTTP\/1.1 400 /);
});
