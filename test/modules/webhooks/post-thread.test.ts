import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
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

test("a post is made with its headers and its text, and each has the answer to itself", async () => {
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { "webhook-id": id, "content-type": type, "user-agent": agent } = request.headers;
    received.push([id, type, agent, await text(request)]);
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  const port = await portOf(server);
  const post = open();
  const statuses = [201, 404, 200, 503];
  const posts = statuses.map((status) =>
    post(`http://127.0.0.1:${port}/${status}`, { "webhook-id": `${status}` }, `{"text":"☂ ${status}"}`),
  );
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(statuses);
  expect(received.sort()).toEqual(
    statuses
      .toSorted()
      .map((status) => [`${status}`, "application/json", "platonic-webhooks", `{"text":"☂ ${status}"}`]),
  );
});

test("a private address is refused on the thread too", async () => {
  const answer = await open({ allowsAny: false })("https://127.0.0.1/", {}, "{}");
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
  const posts = [post("hangs", {}, ""), post("bad", {}, ""), post("good", {}, "")];
  expect(await Promise.all(posts)).toEqual(
    posts.map(() => ({ status: 0, error: "no answer: the attempt was cut off" })),
  );
  expect(report.mock.calls.map(([error]) => error.message)).toEqual(["a bug"]);
  expect(await post("good", {}, "")).toEqual({ status: 200, error: "" });
});

test("closing ends what is under way", async () => {
  const reached = Promise.withResolvers<void>();
  const port = await portOf(createServer(() => reached.resolve()));
  const post = open();
  const answer = post(`http://127.0.0.1:${port}/`, {}, "{}");
  await reached.promise;
  await post.close();
  expect((await answer).status).toBe(0);
});
