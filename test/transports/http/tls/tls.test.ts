import { Agent, request } from "node:https";
import { connect as connectTls } from "node:tls";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { type Certificate, hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";
import { RawConnection, requestText } from "../../../support/http/raw-connection.ts";
import { operatorKey, startServer, type TestServer } from "../../../support/server.ts";
import { exchange, openSession } from "../http2-client.ts";
import { legal, path } from "../requests.ts";

test("openssl is available in CI", () => {
  expect(hasOpenssl || process.env["CI"] !== "true").toBe(true);
});

describe.skipIf(!hasOpenssl)("with a certificate (needs openssl)", () => {
  let certificate: Certificate;
  let server: TestServer;

  beforeAll(async () => {
    certificate = makeCertificate();
    server = await startServer({ TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile });
  });
  afterAll(async () => {
    await server?.close();
    certificate.remove();
  });

  test("a running request is finished when the server closes", async () => {
    const closing = await startServer({
      TLS_CERT_FILE: certificate.certFile,
      TLS_KEY_FILE: certificate.keyFile,
      SHUTDOWN_GRACE_MS: "20000",
    });
    const headers = {
      Authorization: `Bearer ${operatorKey}`,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(legal)),
      Expect: "100-continue",
    };
    const sent = request(closing.url + path, { method: "POST", ca: certificate.ca, headers, agent: false });
    const status = new Promise<number | undefined>((resolve, reject) => {
      sent.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
    });
    // The server sends 100 Continue when it has started to handle the request.
    await new Promise<void>((resolve) => sent.once("continue", resolve).flushHeaders());
    const closed = closing.close();
    sent.end(legal);
    expect(await status).toBe(200);
    await closed;
  });

  const negotiate = (ALPNProtocols: string[] | undefined, options: object = {}) =>
    new Promise<string | false | null>((resolve, reject) => {
      const where = { host: "127.0.0.1", port: Number(new URL(server.url).port), ca: certificate.ca };
      const socket = connectTls({ ...where, ...(ALPNProtocols && { ALPNProtocols }), ...options }, () => {
        resolve(socket.alpnProtocol);
        socket.destroy();
      });
      socket.on("error", reject);
    });

  test.each([
    [["h2", "http/1.1"], "h2"],
    [["http/1.1", "h2"], "h2"],
    [["h2"], "h2"],
    [["http/1.1"], "http/1.1"],
  ])("of the ALPN protocols %j, %s is chosen", async (offered, chosen) => {
    expect(await negotiate(offered)).toBe(chosen);
  });

  test("a client with other ALPN protocols is refused; one without ALPN gets HTTP/1.1", async () => {
    await expect(negotiate(["spdy/3"])).rejects.toThrow();
    expect(await negotiate(undefined)).toBe(false);
  });

  test("TLS before 1.2 is refused", async () => {
    await expect(negotiate(["h2"], { minVersion: "TLSv1", maxVersion: "TLSv1.1" })).rejects.toThrow();
  });

  test("HTTP/1.1 is answered", async () => {
    const status = await new Promise((resolve, reject) => {
      const agent = new Agent({ ca: certificate.ca });
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` };
      const sent = request(server.url + path, { method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => {
          agent.destroy();
          resolve(response.statusCode);
        });
      });
      sent.on("error", reject);
      sent.end(legal);
    });
    expect(status).toBe(200);
  });

  test("HTTP/2 is answered", async () => {
    const session = await openSession(server.url, { ca: certificate.ca });
    const answer = await exchange(session, { ":path": path }, legal);
    session.close();
    expect(answer.status).toBe(200);
  });

  test("gRPC is answered", async () => {
    const transport = createGrpcTransport({ baseUrl: server.url, nodeOptions: { ca: certificate.ca } });
    const { transformedData } = await createClient(GeocodeService, transport).transform(
      { data: { values: [1, 2, 3] }, sourceDimensions: 3, targetDimensions: 4 },
      { headers: { Authorization: `Bearer ${operatorKey}` } },
    );
    expect(transformedData).toHaveLength(4);
  });

  test("a request without TLS is not answered, and other clients are not affected", async () => {
    const connection = await RawConnection.open(server.url);
    connection.write(requestText("POST", path, legal));
    expect((await connection.answer())?.status).not.toBe(200);
    await connection.closed;
    expect(await negotiate(["h2"])).toBe("h2");
  });
});
