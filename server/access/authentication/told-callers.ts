import type { Authenticate } from "../../rpc/pipeline.ts";
import type { Principal } from "../../rpc/principal.ts";
import { isFresh, type KnownCaller } from "./caller-lookup.ts";
import { createRecentCache } from "./recent-cache.ts";

/** A caller as the main thread tells others of it. */
export type ToldCaller = Omit<KnownCaller, "recordUse">;

export interface ToldCallersDeps {
  /** One number in shared memory, which the main thread changes before it answers what changes credentials. */
  readonly changes: Int32Array;
  /** Asks the main thread. */
  readonly ask: (authorization: string | undefined, address: string | undefined) => Promise<ToldCaller>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Callers in a thread that has no store of keys and sessions. */
export interface ToldCallers {
  /** Returns the principal of an Authorization header; undefined: the main thread has to be asked. */
  find(authorization: string | undefined): Principal | undefined;
  /** Returns the principal, and asks the main thread for it if need be. */
  readonly authenticate: Authenticate;
}

const callersMin = 2_000;

/**
 * Creates the cache of callers of a thread. Each is good as long as the main thread would take it for good, and no longer than
 * until keys, sessions, plans or issuers change: the thread compares the number of changes at each use.
 */
export function createToldCallers({ changes, ask, now }: ToldCallersDeps): ToldCallers {
  const callers = createRecentCache<ToldCaller>(callersMin);
  /** Questions without an answer yet: calls that come meanwhile share it. */
  const asked = new Map<string, Promise<Principal>>();
  let known = Atomics.load(changes, 0);

  function find(authorization = ""): Principal | undefined {
    const present = Atomics.load(changes, 0);
    if (present !== known) callers.clear();
    known = present;
    const caller = callers.get(authorization);
    return caller !== undefined && isFresh(caller, now()) ? caller.principal : undefined;
  }

  async function learn(authorization: string | undefined, address: string | undefined): Promise<Principal> {
    for (;;) {
      const before = Atomics.load(changes, 0);
      const caller = await ask(authorization, address);
      // The answer may predate a change that happened meanwhile.
      if (before !== Atomics.load(changes, 0)) continue;
      if (before === known) callers.set(authorization ?? "", caller);
      return caller.principal;
    }
  }

  function learnOnce(authorization: string | undefined, address: string | undefined): Promise<Principal> {
    const key = authorization ?? "";
    let learning = asked.get(key);
    if (learning === undefined) {
      learning = learn(authorization, address).finally(() => asked.delete(key));
      asked.set(key, learning);
    }
    return learning;
  }

  return {
    find,
    authenticate: (authorization, from) => find(authorization) ?? learnOnce(authorization, from?.address),
  };
}
