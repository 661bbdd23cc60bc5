import { ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { describe, expect, test } from "vitest";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

const transports = {
  gRPC: () => createGrpcTransport({ baseUrl: server().url }),
  "gRPC-Web": () => createGrpcWebTransport({ baseUrl: server().url, httpVersion: "1.1" }),
  "Connect over HTTP/2": () => createConnectTransport({ baseUrl: server().url, httpVersion: "2" }),
  "Connect over HTTP/1.1": () => createConnectTransport({ baseUrl: server().url, httpVersion: "1.1" }),
};

/** Expects the header to be the time of now, which the same machine tells. */
function expectNow(headers: Headers): void {
  expect(Math.abs(Date.now() - Date.parse(headers.get("date") ?? "")), String(headers.get("date"))).toBeLessThan(
    60_000,
  );
}

describe("answers and errors carry the server's time", () => {
  test.each(Object.entries(transports))("by %s", async (_, transportOf) => {
    const client = createClient(AuthenticationService, transportOf());
    let headers = new Headers();
    await client.createChallenge(
      { clientId: "app" },
      {
        onHeader(received) {
          headers = received;
        },
      },
    );
    expectNow(headers);
    const error = await client.createChallenge({ clientId: "" }).catch((reason: unknown) => ConnectError.from(reason));
    expectNow((error as ConnectError).metadata);
  });

  test("by REST", async () => {
    expectNow((await server().post("/api/authentication/challenge", { client_id: "app" })).headers);
    expectNow((await server().post("/api/authentication/challenge", {})).headers);
  });
});
