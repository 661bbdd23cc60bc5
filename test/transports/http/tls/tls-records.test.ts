import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { openPort } from "../../../../server/transports/http/port.ts";
import { hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";

/** More than the sockets of both sides hold. */
const longAnswer = "a".repeat(16 * 1024 * 1024);
/** Longer than a record of TLS. */
const longBody = "b".repeat(40_000);

test.skipIf(!hasOpenssl)(
  "a request in several records of TLS is read while the answer before it is still being sent (needs openssl)",
  async () => {
    const socket = await openConnection();
    socket.write("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("readable", resolve));
    const head = `POST /short HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${longBody.length}\r\n\r\n`;
    socket.write(head + longBody);
    const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
    expect(answers[0]?.endsWith(`\r\n\r\n${longAnswer}`)).toBe(true);
    expect(answers[1]?.endsWith(`\r\n\r\n${longBody}`)).toBe(true);
  },
);

/** Opens a connection to a port that answers with a long text, or with the body that it gets. */
async function openConnection() {
  const certificate = makeCertificate();
  const tls = { cert: readFileSync(certificate.certFile, "utf8"), key: readFileSync(certificate.keyFile, "utf8") };
  const port = await openPort({ host: "127.0.0.1", port: 0, tls }, async (exchange) => {
    const body = await exchange.readBody(100_000);
    exchange.reply(200, [], exchange.path === "/long" ? longAnswer : body);
  });
  const socket = connect({ port: port.address.port, ca: certificate.ca });
  onTestFinished(async () => {
    socket.destroy();
    await port.close(0);
    certificate.remove();
  });
  return socket;
}
