import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { promisify } from "node:util";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Client, WalletClient } from "../../../clients/typescript/src/index.ts";
import { proxiesOf } from "../../../clients/typescript/src/node/proxies.ts";
import { nodeFetch } from "../../../clients/typescript/src/node.ts";
import { type Certificate, hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";
import { type Holder, newHolder, standard } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();
afterEach(() => vi.unstubAllEnvs());

/** Closes a server and its connections with the test. */
async function listening(
  server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>,
): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts an HTTP proxy; returns its address, and what it was asked for. */
async function newProxy(credentials?: string) {
  const asked: string[] = [];
  const isRefused = (given: string | undefined) =>
    credentials !== undefined && given !== `Basic ${Buffer.from(credentials).toString("base64")}`;
  const proxy = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${new URL(incoming.url as string).host}`);
    const { method, headers } = incoming;
    const onward = request(incoming.url as string, { method: method as string, headers }, (message) => {
      answer.writeHead(message.statusCode as number, message.headers);
      message.pipe(answer);
    });
    incoming.pipe(onward);
  });
  proxy.on("connect", ({ url = "", headers }, socket: Duplex) => {
    asked.push(`CONNECT ${url}`);
    if (isRefused(headers["proxy-authorization"])) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const onward = connect(Number(new URL(`http://${url}`).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) each.on("error", () => [socket, onward].map((one) => one.destroy()));
  });
  const port = await listening(proxy);
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

/** Starts the service with TLS, by the certificate of an authority that nobody knows; returns its host. */
async function encrypted({ keyFile, certFile }: Certificate): Promise<string> {
  const tls = createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, (socket) => {
    const onward = connect(Number(new URL(server().url).port), "127.0.0.1");
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on("error", () => [socket, onward].map((one) => one.destroy()));
  });
  return `localhost:${await listening(tls)}`;
}

describe.skipIf(!hasOpenssl)("a client of a service behind a proxy, with a certificate of an own authority", () => {
  let certificate: Certificate;
  let ada: Holder;
  let bob: Holder;
  beforeAll(async () => {
    certificate = makeCertificate();
    ada = await newHolder(server().url, "10");
    bob = await newHolder(server().url);
    return () => certificate.remove();
  });

  test("pays, and reads events, through the proxy alone", async () => {
    const [host, proxy] = [await encrypted(certificate), await newProxy("shop:secret")];
    const fetch = nodeFetch({ proxy: `http://shop:secret@127.0.0.1:${proxy.port}`, ca: String(certificate.ca) });
    const wallet = new WalletClient({ endpoint: `https://${host}`, credentials: ada.credentials, fetch });
    onTestFinished(() => wallet.close());
    const { id } = await wallet.pay(standard(bob, "1"));
    for await (const { entry } of wallet.events({ fromStart: true })) if (entry.transaction?.id === id) break;
    await new Client({ endpoint: `https://${host}`, fetch }).keySet();
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}`]));
  });

  test("says that the proxy has refused it", async () => {
    const [host, proxy] = [await encrypted(certificate), await newProxy("shop:secret")];
    const fetch = nodeFetch({ proxy: proxy.url, ca: String(certificate.ca) });
    const client = new Client({ endpoint: `https://${host}`, fetch });
    await expect(client.keySet()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("407"),
    });
  });

  test("does not trust an authority that was not given", async () => {
    const host = await encrypted(certificate);
    const client = new Client({ endpoint: `https://${host}`, fetch: nodeFetch() });
    await expect(client.keySet()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringContaining("self-signed certificate"),
    });
  });

  test.each(["HTTPS_PROXY", "https_proxy"])(
    "takes the proxy of the variable %s, but for the hosts of NO_PROXY",
    async (name) => {
      const [host, proxy] = [await encrypted(certificate), await newProxy()];
      for (const each of ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"]) vi.stubEnv(each, "");
      vi.stubEnv(name, proxy.url);
      const keySet = () =>
        new Client({ endpoint: `https://${host}`, fetch: nodeFetch({ ca: String(certificate.ca) }) }).keySet();
      await keySet();
      expect(proxy.asked).toEqual([`CONNECT ${host}`]);
      vi.stubEnv("NO_PROXY", "localhost");
      await keySet();
      expect(proxy.asked).toHaveLength(1);
    },
  );

  test("goes through the proxy of Node's own variables without a line of code", async () => {
    const [host, proxy] = [await encrypted(certificate), await newProxy()];
    const program = `
      import { Client } from "./clients/typescript/src/index.ts";
      await new Client({ endpoint: "https://${host}" }).keySet();`;
    const variables = {
      NODE_USE_ENV_PROXY: "1",
      HTTPS_PROXY: proxy.url,
      NO_PROXY: "",
      NODE_EXTRA_CA_CERTS: certificate.certFile,
    };
    const parameters = ["--input-type=module-typescript", "-e", program];
    await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, ...variables } });
    expect(proxy.asked).toEqual([`CONNECT ${host}`]);
  });
});

test("a service without TLS is asked through the proxy of HTTP_PROXY", async () => {
  const proxy = await newProxy();
  for (const name of ["http_proxy", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, "");
  vi.stubEnv("HTTP_PROXY", proxy.url);
  await new Client({ endpoint: server().url, fetch: nodeFetch() }).keySet();
  expect(proxy.asked).toEqual([`GET ${new URL(server().url).host}`]);
});

test("a call by this fetch ends when its caller aborts it, with the reason of the signal", async () => {
  const port = await listening(createServer());
  const abort = new AbortController();
  const call = nodeFetch()(`http://127.0.0.1:${port}`, { signal: abort.signal });
  abort.abort(new Error("the page was left"));
  await expect(call).rejects.toThrow("the page was left");
});

describe("a wrong value is refused when it is set", () => {
  test.each(["proxy.example:3128", "socks5://proxy.example", "", "http://"])("a proxy such as %j", (proxy) => {
    expect(() => nodeFetch({ proxy })).toThrow("`proxy` is no URL of a proxy: write it as http://proxy.example:3128");
  });

  test("a proxy in a variable, which is not shown, since it may have a password", () => {
    const env = { HTTPS_PROXY: "secret" };
    expect(() => proxiesOf(undefined, env)).toThrow(/^the variable HTTPS_PROXY is no URL of a proxy(?!.*secret)/);
  });

  test("a certificate that is none", () => {
    expect(() => nodeFetch({ ca: "/etc/ssl/ca.pem" })).toThrow(/^`ca` has certificates in PEM/);
  });

  test("a proxy in a version of Node that has none", () => {
    const proxy = "http://proxy.example:3128";
    for (const node of ["22.20.0", "23.11.0", "24.4.1"]) {
      expect(() => proxiesOf(proxy, {}, node)).toThrow(`Node ${node} does not support`);
    }
    for (const node of ["22.21.0", "24.5.0", "25.0.0"]) expect(proxiesOf(proxy, {}, node)).toBeDefined();
    expect(proxiesOf(undefined, {}, "22.0.0")).toBeUndefined();
  });
});
