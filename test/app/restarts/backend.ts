import { Agent, request } from "node:http";
import { createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { type Program, startProgram } from "../../support/program.ts";
import { operatorKey } from "../../support/server.ts";

const authorization = `Bearer ${operatorKey}`;
const authorized: Interceptor = (next) => (call) => {
  call.header.set("Authorization", authorization);
  return next(call);
};

/** Time for which a server that ends keeps its port, and says that it is not ready. */
export const drainMs = 2_000;

/** A server that is restarted at one port, with the connections to it that a load balancer keeps. */
export class Backend {
  readonly url: string;
  /** As the load balancer knows. */
  isReady = false;
  #askedMs = Number.NEGATIVE_INFINITY;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #session: Http2SessionManager;
  readonly geocode;
  #program: Program | undefined;

  constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port) };
    this.#session = new Http2SessionManager(this.url);
    const transport = { baseUrl: this.url, sessionManager: this.#session, interceptors: [authorized] };
    /** Calls over one connection of HTTP/2. */
    this.geocode = createClient(GeocodeService, createGrpcTransport(transport));
  }

  async start(): Promise<void> {
    this.#program = await startProgram({ environment: this.#environment });
  }

  /** Stops it in order; returns its exit status. */
  async stop(): Promise<number | null | undefined> {
    this.#program?.signal("SIGTERM");
    const status = await this.#program?.ended;
    await this.#program?.stop();
    return status;
  }

  /** Whether it was asked a moment ago, well within the time for which a server that ends keeps its port. */
  get isKnown(): boolean {
    return performance.now() - this.#askedMs < drainMs / 4;
  }

  async check(): Promise<void> {
    const askedMs = performance.now();
    this.isReady = await fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    this.#askedMs = askedMs;
  }

  /** POSTs JSON over a connection that is kept; returns the body of the answer. Rejects if its status is not 200. */
  post(path: string, body: object): Promise<string> {
    const headers = { "Content-Type": "application/json", Authorization: authorization };
    return new Promise((resolve, reject) => {
      const call = request(this.url + path, { method: "POST", agent: this.#agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.once("error", reject).once("end", () => {
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${path}: ${response.statusCode} ${text}`));
        });
      });
      call.once("error", reject).end(JSON.stringify(body));
    });
  }

  async remove(): Promise<void> {
    this.#session.abort();
    this.#agent.destroy();
    await this.#program?.stop();
  }
}
