import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Json, legalRequests, paths } from "../../../support/geocode-operations.ts";
import type { TestServer } from "../../../support/server.ts";

export interface HeldAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Json;
}

/** A request in flight whose headers are sent and whose body is not, until `finish`. */
export interface HeldRequest {
  readonly answer: Promise<HeldAnswer>;
  finish(): void;
  /** Breaks the connection. */
  abandon(): void;
}

export function holdRequest(server: TestServer, secret: string): HeldRequest {
  const body = JSON.stringify(legalRequests.transform);
  const request = httpRequest(server.url + paths.transform, {
    method: "POST",
    agent: false,
    headers: {
      Authorization: `Bearer ${secret}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    },
  });
  request.flushHeaders();
  const answer = new Promise<HeldAnswer>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode as number, headers: response.headers, body: JSON.parse(text) });
        // A refused request does not need its body.
        if (!request.writableEnded) request.destroy();
      });
    });
  });
  answer.catch(() => {});
  return { answer, finish: () => request.end(body), abandon: () => request.destroy() };
}
