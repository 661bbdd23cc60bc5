import { limits } from "../core/limits.ts";

/**
 * Returns a question that is answered in time whatever the database does: while it stands still, the answer is no. All
 * who ask meanwhile wait for one and the same reading, so that probes do not take the connections of calls.
 */
export function createReadiness(readDatabase: () => Promise<unknown>): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined;

  function read(): Promise<boolean> {
    const answered = readDatabase().then(
      () => true,
      () => false,
    );
    void answered.then(() => {
      reading = undefined;
    });
    return answered;
  }

  return async () => {
    reading ??= read();
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, limits.readinessMs, false);
    try {
      return await Promise.race([reading, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
