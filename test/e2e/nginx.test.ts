import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PhiOperation } from "../../gen/es/geocode/v1/requests_pb.js";
import { type Certificate, hasOpenssl, makeCertificate } from "../support/http/certificate.ts";
import { type Nginx, nginxProblem, startNginx } from "../support/http/nginx.ts";
import { newHolder, phaseOf, pinnedKey, standard, walletOf } from "../support/sdk-holder.ts";
import { clientsOf, operatorKey, rpcProtocols, startServer, type TestServer } from "../support/server.ts";

const problem = nginxProblem ?? (hasOpenssl ? undefined : "openssl is not installed");
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`behind nginx${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  const trusted = getCACertificates();
  let certificate: Certificate;
  let server: TestServer;
  let nginx: Nginx;
  /** The server with nginx's URL. */
  let proxied: TestServer;

  beforeAll(async () => {
    if (problem !== undefined) throw new Error(problem);
    certificate = makeCertificate();
    setDefaultCACertificates([...trusted, certificate.ca.toString("utf8")]);
    server = await startServer();
    nginx = await startNginx(Number(new URL(server.url).port), certificate);
    proxied = { ...server, url: nginx.url };
  });
  afterAll(async () => {
    await nginx?.stop();
    await server?.close();
    certificate?.remove();
    setDefaultCACertificates(trusted);
  });

  const vector = { data: { values: [1, 2, 3, 4, 5] }, sourceDimensions: 5, targetDimensions: 3 };
  const transformed = [1.6471587, 3.8758261, 6.1044934];

  function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${nginx.url}/v1/geocode/transform`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}`, ...headers },
      body,
    });
  }

  test("REST is answered with the caller's request id", async () => {
    const body = JSON.stringify({ data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 });
    const response = await post(body, { "X-Request-Id": "beyond-nginx" });
    expect(await response.json()).toMatchObject({ result: { transformed_data: transformed } });
    expect(response.headers.get("x-request-id")).toBe("beyond-nginx");
  });

  test.each(rpcProtocols)("%s is answered", async (protocol) => {
    const { transformedData } = await clientsOf(proxied, protocol).geocode.transform(vector);
    expect(transformedData).toEqual(transformed);
  });

  test.each(rpcProtocols)("over %s an error keeps its code and its details", async (protocol) => {
    const { transform } = clientsOf(proxied, protocol).geocode;
    const wrong = { ...vector, targetDimensions: 99 };
    const error = ConnectError.from(await transform(wrong).catch((thrown: unknown) => thrown));
    expect(error.code).toBe(Code.InvalidArgument);
    expect(error.details.length).toBeGreaterThan(0);
  });

  const values = Array.from({ length: 100_000 }, (_, i) => i / 7);
  const large = { data: { values }, operation: PhiOperation.ANALYZE };

  test.each(rpcProtocols)("over %s a large request is answered", async (protocol) => {
    const { phiResonance } = clientsOf(proxied, protocol).geocode;
    expect((await phiResonance(large)).originalData).toHaveLength(values.length);
  });

  test.each(rpcProtocols)("over %s a large request with an unknown key is UNAUTHENTICATED", async (protocol) => {
    const { phiResonance } = clientsOf(proxied, protocol, "no-key").geocode;
    const error = ConnectError.from(await phiResonance(large).catch((thrown: unknown) => thrown));
    expect(error.code).toBe(Code.Unauthenticated);
  });

  test("a body above the service's limit is refused by the service", async () => {
    const response = await post(" ".repeat(4 * 1024 * 1024 + 1));
    expect(await response.json()).toMatchObject({ error: { code: "PARAMETER_INVALID" } });
  });

  test("a wallet pays over the channel", async () => {
    const [ada, bob] = [await newHolder(server.url, "10"), await newHolder(server.url)];
    const wallet = walletOf(nginx.url, ada, { serverKey: await pinnedKey(nginx.url) });
    await phaseOf(wallet, "open");
    expect(await wallet.pay(standard(bob, "1"))).toMatchObject({ status: "completed" });
    wallet.close();
  });

  test("nginx limits anonymous calls, and not those with credentials", async () => {
    const anonymous = async () => (await fetch(`${nginx.url}/healthz`)).status;
    const answers = await Promise.all(Array.from({ length: 200 }, anonymous));
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    const authenticated = await Promise.all(Array.from({ length: 200 }, async () => (await post("{}")).status));
    expect(new Set(authenticated)).toEqual(new Set([400]));
  });
});
