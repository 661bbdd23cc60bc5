import { ApiClient } from "../identity/api-client.ts";
import { deposit } from "../wallet-holder.ts";

/** Calls that write, one after the other, at each of several servers. */
export interface Callers {
  /** Resolves when every server has answered a call begun after this; returns the ms that this took. */
  allServed(): Promise<number>;
  /** Distinct statuses of all answers so far. */
  readonly statuses: ReadonlySet<number>;
  stop(): Promise<void>;
}

/** Starts calling the servers at these addresses, which have one database: each makes a key and a deposit in turn. */
export async function startCallers(urls: readonly string[]): Promise<Callers> {
  const statuses = new Set<number>();
  const waiting = new Set<() => void>();
  const served = urls.map(() => 0);
  let isOver = false;
  const operator = new ApiClient({ url: urls[0] as string });
  const { identity } = await operator.identity();
  await operator.call("POST", "/api/wallets/create", { identity_id: identity.id });
  const key = { name: "a key", plan: "developer", permissions: ["geocode:*"] };

  async function call(index: number): Promise<void> {
    const began = performance.now();
    const server = new ApiClient({ url: urls[index] as string });
    const made = await server.call("POST", "/v1/admin/keys", key);
    const paid = await deposit(server, identity.id, "TOKEN_STANDARD", "1");
    for (const { status } of [made, paid]) statuses.add(status);
    if ([made, paid].every(({ status }) => status === 200 || status === 201)) served[index] = began;
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
