import { Agent, request as httpRequest } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import { operatorKey } from "../support/server.ts";

export interface WireAnswer {
  readonly status: number;
  readonly body: string;
  /** gRPC only. */
  readonly grpcStatus?: string | undefined;
}

/** Sends raw request bodies over reused connections, many at the same time. */
export class Wires {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #session: ClientHttp2Session;

  constructor(url: string) {
    this.#url = url;
    this.#session = connect(url);
  }

  /** Sends a request over HTTP/1.1 with the operator's key. */
  http(method: string, path: string, contentType: string, body: Buffer): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${operatorKey}`,
        "Content-Type": contentType,
        "Content-Length": body.length,
      };
      const request = httpRequest(this.#url + path, { method, agent: this.#agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode as number, body: text }));
        response.on("error", reject);
      });
      request.on("error", reject);
      request.end(body);
    });
  }

  /** Sends a gRPC request over HTTP/2 with the operator's key; the body should be an envelope. */
  grpc(path: string, body: Buffer): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ":method": "POST",
        ":path": path,
        authorization: `Bearer ${operatorKey}`,
        "content-type": "application/grpc",
        te: "trailers",
      });
      let status = 0;
      let grpcStatus: string | undefined;
      let length = 0;
      stream.on("response", (headers) => {
        status = headers[":status"] as number;
        grpcStatus = headers["grpc-status"] as string | undefined;
      });
      stream.on("trailers", (trailers) => {
        grpcStatus = trailers["grpc-status"] as string | undefined;
      });
      stream.on("data", (part: Buffer) => {
        length += part.length;
      });
      stream.on("error", reject);
      stream.on("close", () => resolve({ status, grpcStatus, body: `${length} bytes` }));
      stream.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#session.close();
  }
}
