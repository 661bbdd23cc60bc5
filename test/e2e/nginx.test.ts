import { request } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PhiOperation } from "#contract/geocode/v1/requests_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
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
    const anonymous = { requestsPerMinute: 2, concurrentRequests: 2 };
    server = await startServer({ TRUSTED_PROXIES: "127.0.0.1", PLANS: JSON.stringify({ anonymous }) });
    nginx = await startNginx(Number(new URL(server.url).port), certificate);
    proxied = { ...server, url: nginx.url };
  });
  afterAll(async () => {
    await nginx?.stop();
    await server?.close();
    certificate?.remove();
    setDefaultCACertificates(trusted);
  });

  test("a request without TLS is sent to the same place with it, with its method", async () => {
    const answer = await fetch(`${nginx.plainUrl}/v1/geocode/transform?x=1`, { method: "POST", redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      308,
      "https://localhost/v1/geocode/transform?x=1",
    ]);
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

  /** Outcome of an anonymous call that comes to nginx from an address of this machine. */
  const anonymousCallFrom = {
    REST: (localAddress: string) =>
      new Promise((resolve, reject) => {
        const headers = { "Content-Type": "application/json", "X-Forwarded-For": "203.0.113.9" };
        const url = `${nginx.url}/api/authentication/challenge`;
        const call = request(url, { method: "POST", localAddress, headers, agent: false }, ({ statusCode }) =>
          resolve(statusCode === 429 ? "limited" : statusCode),
        );
        call.on("error", reject).end(JSON.stringify({ client_id: "app" }));
      }),
    async gRPC(localAddress: string) {
      const transport = createGrpcTransport({ baseUrl: nginx.url, nodeOptions: { localAddress } as object });
      const { createChallenge } = createClient(AuthenticationService, transport);
      const limited = (error: unknown) =>
        ConnectError.from(error).code === Code.ResourceExhausted ? "limited" : error;
      return createChallenge({ clientId: "app" }).then(() => 200, limited);
    },
  };

  test.each(["REST", "gRPC"] as const)(
    "anonymous calls over %s are limited by the caller's address",
    async (protocol) => {
      const from = anonymousCallFrom[protocol];
      const [first, second] = protocol === "REST" ? ["127.0.0.2", "127.0.0.3"] : ["127.0.0.4", "127.0.0.5"];
      const outcomes = async (address: string) => [await from(address), await from(address), await from(address)];
      expect(await outcomes(first)).toEqual([200, 200, "limited"]);
      expect(await outcomes(second)).toEqual([200, 200, "limited"]);
    },
  );
});
