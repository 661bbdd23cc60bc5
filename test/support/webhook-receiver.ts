import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { SignedHeaders } from "../../server/core/signing/webhook-signature.ts";
import type { Json } from "./geocode-operations.ts";

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingMessage["headers"] & Partial<SignedHeaders>;
  readonly body: Buffer;
  readonly json: Json;
}

/** Starts a receiver of webhooks until the test ends. It answers 204, or as the test decides. */
export async function startReceiver(statusOf: (post: ReceivedPost) => number | Promise<number> = () => 204) {
  const posts: ReceivedPost[] = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const post = { path: request.url as string, headers: request.headers, body, json: JSON.parse(body.toString()) };
    posts.push(post);
    wake();
    response.writeHead(await statusOf(post)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    posts,
    /** Resolves once there are that many posts, or another condition holds. */
    async until(condition: number | (() => boolean)): Promise<ReceivedPost[]> {
      const holds = typeof condition === "number" ? () => posts.length >= condition : condition;
      while (!holds()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return posts;
    },
  };
}
