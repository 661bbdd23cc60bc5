import { createSecretKey } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { type SignedHeaders, signatureRefusal } from "../../../server/core/signing/webhook-signature.ts";
import type { WebhookMessage } from "../../../server/modules/webhooks/delivery/post.ts";
import { createPostThread, type PostThreadOptions } from "../../../server/modules/webhooks/delivery/post-thread.ts";

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function open(options: Partial<PostThreadOptions> = {}) {
  const post = createPostThread({ allowsAny: true, timeoutMs: 60_000, report: () => {}, ...options });
  onTestFinished(post.close);
  return post;
}

/** A message that is signed with a key, as those of the runner are. */
function messageOf(id: string, json = "{}"): WebhookMessage {
  return { id, json, atMs: 1_700_000_000_000, secrets: [createSecretKey(secret)] };
}

const secret = Buffer.alloc(32, 7);

test("a message is signed and posted, and each has the answer to itself", async () => {
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { "webhook-id": id, "content-type": type, "user-agent": agent } = request.headers;
    const body = await buffer(request);
    const refusal = signatureRefusal(
      request.headers as Partial<SignedHeaders>,
      body,
      [secret],
      new Date(1_700_000_000_000),
    );
    received.push([id, type, agent, refusal, body.toString("utf8")]);
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  const port = await portOf(server);
  const post = open();
  const statuses = [201, 404, 200, 503];
  const posts = statuses.map((status) =>
    post(`http://127.0.0.1:${port}/${status}`, messageOf(`${status}`, `{"text":"☂ ${status}"}`)),
  );
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(statuses);
  expect(received.sort()).toEqual(
    statuses
      .toSorted()
      .map((status) => [`${status}`, "application/json", "platonic-webhooks", undefined, `{"text":"☂ ${status}"}`]),
  );
});

test("a private address is refused on the thread too", async () => {
  const answer = await open({ allowsAny: false })("https://127.0.0.1/", messageOf("1"));
  expect(answer).toEqual({ status: 0, error: "the URL must not be a private address" });
});

test("what is under way when the thread fails has no answer, and the next post starts another thread", async () => {
  const report = vi.fn();
  const program = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from "node:worker_threads";
      parentPort.on("message", (order) => {
        if (order === "close") return parentPort.close();
        if (order.url === "bad") throw new Error("a bug");
        if (order.url === "good") parentPort.postMessage({ number: order.number, answer: { status: 200, error: "" } });
      });
    `)}`,
  );
  const post = open({ program, report });
  const posts = ["hangs", "bad", "good"].map((url) => post(url, messageOf("1")));
  expect(await Promise.all(posts)).toEqual(
    posts.map(() => ({ status: 0, error: "no answer: the attempt was cut off" })),
  );
  expect(report.mock.calls.map(([error]) => error.message)).toEqual(["a bug"]);
  expect(await post("good", messageOf("1"))).toEqual({ status: 200, error: "" });
});

test("closing ends what is under way", async () => {
  const reached = Promise.withResolvers<void>();
  const port = await portOf(createServer(() => reached.resolve()));
  const post = open();
  const answer = post(`http://127.0.0.1:${port}/`, messageOf("1"));
  await reached.promise;
  await post.close();
  expect((await answer).status).toBe(0);
});
