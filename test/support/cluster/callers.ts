import { operatorKey } from "../server.ts";

/** Calls that write, one after the other, at each of several servers. */
export interface Callers {
  /** Resolves when every server has answered a call begun after this; returns the ms that this took. */
  allServed(): Promise<number>;
  /** Distinct statuses of all answers so far. */
  readonly statuses: ReadonlySet<number>;
  stop(): Promise<void>;
}

/** Starts calling the servers at these addresses. */
export function startCallers(urls: readonly string[]): Callers {
  const statuses = new Set<number>();
  const waiting = new Set<() => void>();
  const served = urls.map(() => 0);
  let isOver = false;

  async function call(index: number): Promise<void> {
    const began = performance.now();
    const { status } = await fetch(`${urls[index]}/v1/admin/keys`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` },
      body: JSON.stringify({ name: "a key", plan: "developer", permissions: ["geocode:*"] }),
    });
    statuses.add(status);
    if (status === 200 || status === 201) served[index] = began;
    for (const look of waiting) look();
  }

  const loops = urls.map(async (_, index) => {
    while (!isOver) await call(index);
  });
  return {
    statuses,
    allServed() {
      const from = performance.now();
      return new Promise((resolve) => {
        const look = () => {
          if (served.some((began) => began < from)) return;
          waiting.delete(look);
          resolve(performance.now() - from);
        };
        waiting.add(look);
      });
    },
    async stop() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}
