import { availableParallelism } from "node:os";
import { integer } from "../core/config/primitives.ts";
import { settings } from "../core/config/settings.ts";

/** Settings of the threads for large requests. */
export const threadSettings = settings({
  variables: {
    WORKER_THREADS: integer(1, 1_024)
      .default(Math.max(1, availableParallelism() - 1))
      .meta({ description: "Number of threads for large requests", default: "processors less one, at least 1" }),
  },
  read: (read) => ({ workerThreads: read.WORKER_THREADS }),
});
