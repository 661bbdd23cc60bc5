import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { expect, test } from "vitest";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { RetryInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { startServer } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();

const transports: Record<string, (baseUrl: string) => Transport> = {
  gRPC: (baseUrl) => createGrpcTransport({ baseUrl }),
  "gRPC-Web": (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" }),
  Connect: (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1" }),
};
const names = Object.keys(transports);
const transportOf = (name: string, url: string) => (transports[name] as (url: string) => Transport)(url);

function callUnknown(name: string, url: string, secret: string): Promise<unknown> {
  const method = { ...GeocodeService.method.transform, parent: { ...GeocodeService, typeName: "geocode.v1.Nothing" } };
  const headers = { authorization: `Bearer ${secret}` };
  const known = method as typeof GeocodeService.method.transform;
  return transportOf(name, url).unary(known, undefined, undefined, headers, {});
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => ConnectError.from(error),
  );

test.each(names)("an unknown method or service by %s is UNIMPLEMENTED, and is named", async (name) => {
  const transport = transportOf(name, server().url);
  for (const typeName of ["geocode.v1.Nothing", "nothing.v1.GeocodeService"]) {
    const method = { ...GeocodeService.method.transform, parent: { ...GeocodeService, typeName } };
    const error = await failureOf(
      transport.unary(method as typeof GeocodeService.method.transform, undefined, undefined, undefined, {}),
    );
    expect([error.code, error.rawMessage]).toEqual([Code.Unimplemented, `there is no method /${typeName}/Transform`]);
    expect(error.findDetails(FaultDetailSchema)).toMatchObject([{ reason: Reason.RESOURCE_NOT_FOUND }]);
  }
});

test.each(names)("an unknown method by %s counts against the plan of its caller", async (name) => {
  const small = { requestsPerMinute: 2, concurrentRequests: 1 };
  const limited = await startServer({ PLANS: JSON.stringify({ developer: small }) });
  const { secret } = await limited.createKey("developer");
  const call = () => callUnknown(name, limited.url, secret);
  for (const remaining of ["1", "0"]) {
    const { code, metadata } = await failureOf(call());
    expect([code, metadata.get("x-ratelimit-remaining")]).toEqual([Code.Unimplemented, remaining]);
  }
  const error = await failureOf(call());
  expect(error.code).toBe(Code.ResourceExhausted);
  expect(error.findDetails(FaultDetailSchema)).toMatchObject([{ reason: Reason.RATE_LIMIT_EXCEEDED }]);
  await limited.close();
});

test.each(names)("an unknown method by %s with wrong credentials is refused for those", async (name) => {
  const error = await failureOf(callUnknown(name, server().url, "plt_wrong"));
  expect(error.code).toBe(Code.Unauthenticated);
  expect(error.findDetails(FaultDetailSchema)).toMatchObject([{ reason: Reason.INVALID_API_KEY }]);
});

test.each(names)("a call beyond the plan by %s says which limit was hit, and when to try again", async (name) => {
  const anonymous = { requestsPerMinute: 1, concurrentRequests: 5 };
  const { url } = await startServer({ PLANS: JSON.stringify({ anonymous }) });
  const { createChallenge } = createClient(AuthenticationService, transportOf(name, url));
  await createChallenge({ clientId: "app" });
  const error = await failureOf(createChallenge({ clientId: "app" }));
  expect(error.code).toBe(Code.ResourceExhausted);
  expect(error.rawMessage).toMatch(/^The plan anonymous allows 1 call a minute; try again in \d+ s\.$/);
  const [retry] = error.findDetails(RetryInfoSchema);
  expect(Number(retry?.retryDelay?.seconds)).toBeGreaterThan(0);
});
