import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { loadConfig } from "../../server/app/config.ts";
import { type ServeOptions, serve } from "../../server/app/serve.ts";
import { createSignatureChecks } from "../../server/threads/signatures/checks.ts";
import { placeSchema } from "./database/schema-template.ts";

/** The operator's API key of every test server. */
export const operatorKey = "an operator's key for tests, which is long enough".replaceAll(/[ ',]/g, "-");

/** Environment of programs that tests start: where programs are, where Node keeps what it has compiled, and the number of threads. */
export const programEnvironment = {
  PATH: process.env["PATH"] as string,
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] as string,
  THREADS: process.env["TEST_THREADS"] ?? "1",
};

/** Signature threads shared by all servers of this process: starting them for each server would be too slow. */
const { isSignature } = createSignatureChecks(2);

/** A complete server on a free port with its own database. */
export interface TestServer {
  readonly url: string;
  readonly dataDirectory: string;
  /** All log lines so far. */
  readonly log: string[];
  /** POSTs JSON or, if the body is text or bytes, that body. Sends the operator's key unless `headers` replace it. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<JsonAnswer>;
  /** Creates an API key. */
  createKey(plan: string, permissions?: string[]): Promise<{ id: string; secret: string }>;
  /** Texts of messages that were stored instead of sent, newest first. */
  outbox(): string[];
  /** Applies changed settings. */
  reload(changes: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  readonly body: any;
}

export async function startServer(
  environment: Record<string, string> = {},
  options: ServeOptions = {},
): Promise<TestServer> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-test-"));
  if (environment["DATA_DIR"] === undefined && environment["DATABASE_URL"] === undefined)
    await placeSchema(dataDirectory);
  const log: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      log.push(String(chunk));
      done();
    },
  });
  const settings = {
    PORT: "0",
    DATA_DIR: dataDirectory,
    BOOTSTRAP_API_KEY: operatorKey,
    SHUTDOWN_GRACE_MS: "2000",
    THREADS: programEnvironment.THREADS,
    ...environment,
  };
  const config = loadConfig(settings);
  const server = await serve(config, destination, {
    stretching: { iterations: 1_000, iterationsMin: 1_000 },
    isSignature,
    hashing: { memoryKibibytes: 64, passes: 1, lanes: 1 },
    ...options,
  });
  const url = `${config.http.tls ? "https" : "http"}://127.0.0.1:${server.address.port}`;

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<JsonAnswer> {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}`, ...headers },
      body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  }

  return {
    url,
    dataDirectory,
    log,
    post,
    async createKey(plan, permissions = ["geocode:*"]) {
      const { body } = await post("/v1/admin/keys", { name: `a ${plan} key`, plan, permissions });
      return { id: body.result.key.id, secret: body.result.secret };
    },
    reload: async (changes) => void (await server.reload(loadConfig({ ...settings, ...changes }))),
    outbox: () => server.mailTrap.list().map(({ text }) => text),
    async close() {
      await server.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export const rpcProtocols = ["connect-json", "connect-proto", "grpc-web", "grpc"] as const;
export type RpcProtocol = (typeof rpcProtocols)[number];

/** Returns typed clients of a server over an RPC protocol, which send a key as Bearer credentials. */
export function clientsOf(server: TestServer, protocol: RpcProtocol, secret = operatorKey) {
  const transport = transportOf(server.url, protocol, secret);
  return {
    geocode: createClient(GeocodeService, transport) as Client<typeof GeocodeService>,
    keys: createClient(KeyService, transport) as Client<typeof KeyService>,
  };
}

export function transportOf(baseUrl: string, protocol: RpcProtocol, secret: string): Transport {
  const interceptors = [
    (next: (request: never) => Promise<never>) => (request: { header: Headers }) => {
      if (secret !== "") request.header.set("Authorization", `Bearer ${secret}`);
      return next(request as never);
    },
  ] as never;
  switch (protocol) {
    case "grpc":
      return createGrpcTransport({ baseUrl, interceptors });
    case "grpc-web":
      return createGrpcWebTransport({ baseUrl, httpVersion: "1.1", interceptors });
    case "connect-proto":
      return createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true, interceptors });
    case "connect-json":
      return createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: false, interceptors });
  }
}
