import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../../../../core/thread-priority.ts";
import { nameResolver } from "../../../../outbound/name-resolver.ts";
import { receivers } from "./post.ts";
import { serveDeliveries } from "./served-thread.ts";
import type { DeliveryTask, ThreadPort } from "./thread-calls.ts";

lowerThreadPriority("calls");

const task = workerData as DeliveryTask;
const resolve = nameResolver({ servers: task.nameServers });
serveDeliveries(parentPort as ThreadPort, task, receivers({ ...task, resolve }));
