import { randomBytes } from "node:crypto";
import { createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import type { JsonAnswer, TestServer } from "../server.ts";
import { operatorKey } from "../server.ts";

/** Calls the REST API as an application or as the owner of an identity. */
export class ApiClient<Server extends Pick<TestServer, "url"> = TestServer> {
  readonly server: Server;

  constructor(server: Server) {
    this.server = server;
  }

  /** Makes a call with the operator's key, other credentials, or none if they are empty. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    credentials: string = operatorKey,
    headers = {},
  ): Promise<JsonAnswer> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(credentials !== "" && { Authorization: `Bearer ${credentials}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** Creates an identity with a fresh username. */
  async identity(members: Record<string, unknown> = {}) {
    const { body } = await this.call("POST", "/api/identities/create", { username: freshName(), ...members });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
    return body.result as { identity: any; signing_key: any; rotation_key: { version: number; secret: string } };
  }

  /** Requests a token that the service mints. */
  async token(identityId: string, members: Record<string, unknown> = {}): Promise<string> {
    const request = { identity_id: identityId, client_id: "app", ...members };
    return (await this.call("POST", "/api/authentication/token", request)).body.result.token;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  async authenticate(token: string): Promise<any> {
    return (await this.call("POST", "/api/authentication/authenticate", { token }, "")).body.result;
  }

  /** Opens a session; returns its token. */
  async session(identityId: string, members: Record<string, unknown> = {}): Promise<string> {
    const { session_token } = await this.authenticate(await this.token(identityId, members));
    return session_token;
  }
}

/** Returns a random username. */
export function freshName(): string {
  return `u${randomBytes(6).toString("hex")}`;
}

/** Returns typed clients over gRPC or Connect. */
export function identityClients({ url }: TestServer, protocol: "grpc" | "connect", credentials = operatorKey) {
  const interceptors = [
    (next: (request: never) => Promise<never>) => (request: { header: Headers }) => {
      if (credentials !== "") request.header.set("Authorization", `Bearer ${credentials}`);
      return next(request as never);
    },
  ] as never;
  const transport: Transport =
    protocol === "grpc"
      ? createGrpcTransport({ baseUrl: url, interceptors })
      : createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat: false, interceptors });
  return {
    identities: createClient(IdentityService, transport),
    authentication: createClient(AuthenticationService, transport),
  };
}
