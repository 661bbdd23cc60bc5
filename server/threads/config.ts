import { availableParallelism } from "node:os";
import { integer } from "../core/config/primitives.ts";
import { settings } from "../core/config/settings.ts";

/** Settings of the threads that serve, and of those for large requests. */
export const threadSettings = settings({
  variables: {
    THREADS: integer(1, 256).optional().meta({
      description:
        "Number of threads that serve the port, on Linux and where else sockets can share a port; with 1 the main thread does",
      default: "processors less one, at least 1 and at most 4, fewer with little memory",
    }),
    WORKER_THREADS: integer(1, 1_024)
      .default(Math.max(1, availableParallelism() - 1))
      .meta({ description: "Number of threads for large requests", default: "processors less one, at least 1" }),
  },
  read: (read) => ({ threads: read.THREADS, workerThreads: read.WORKER_THREADS }),
});
