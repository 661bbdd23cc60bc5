import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../../server/core/thread-priority.ts";
import { serveDeliveries } from "../../server/modules/events/webhooks/delivery/served-thread.ts";
import type { DeliveryTask, ThreadPort } from "../../server/modules/events/webhooks/delivery/thread-calls.ts";

// Delivers to receivers that answer at once, without signing and posting.
lowerThreadPriority("calls");
const receiver = { post: async () => ({ status: 200, error: "" }), close() {} };
serveDeliveries(parentPort as ThreadPort, workerData as DeliveryTask, () => receiver);
