import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../../../core/thread-priority.ts";
import { createPost } from "./post.ts";
import { serveDeliveries } from "./served-thread.ts";
import type { DeliveryTask, ThreadPort } from "./thread-calls.ts";

lowerThreadPriority("calls");

const task = workerData as DeliveryTask;
serveDeliveries(parentPort as ThreadPort, task, createPost(task));
