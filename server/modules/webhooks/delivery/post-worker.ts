import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../../../core/thread-priority.ts";
import { createPost, type PostOptions } from "./post.ts";
import type { PostAnswer, PostOrder } from "./post-thread.ts";

lowerThreadPriority("calls");

const post = createPost(workerData as PostOptions);
const port = parentPort;

port?.on("message", async (order: PostOrder | "close") => {
  if (order === "close") {
    post.close();
    port.close();
    return;
  }
  const { number, url, message } = order;
  const answer: PostAnswer = { number, answer: await post(url, message) };
  port.postMessage(answer);
});
