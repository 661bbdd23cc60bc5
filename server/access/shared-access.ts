import type { Principal } from "../rpc/principal.ts";
import type { Authenticator } from "./authentication/authenticate.ts";
import type { ToldCaller } from "./authentication/told-callers.ts";
import type { SharedCounts } from "./limits/shared-counts.ts";

/** Access for other threads of this process, which identify callers and limit them. */
export interface SharedAccess {
  /** Memory of the number of changes of credentials. */
  readonly changes: SharedArrayBuffer;
  /** Identifies a caller for a thread. @throws Fault as `authenticate` does */
  identify(authorization: string | undefined, address: string | undefined): Promise<ToldCaller>;
  /** Records a use by a caller that a thread has identified. */
  readonly recordUse: (principal: Principal) => void;
  /** Returns the memory of the counts of a principal. */
  readonly memoryOf: (principalId: string) => SharedArrayBuffer;
  /** Whether processes share the counts, so that a thread may have to ask for a use. */
  readonly areLeased: boolean;
  readonly use: SharedCounts["use"];
  readonly low: SharedCounts["low"];
  /** Gives back the places of a thread that is lost. */
  readonly lose: (thread: number) => void;
}

/** Shares access with other threads. The number of changes rises before what changes credentials is answered. */
export function shareAccess(authenticator: Authenticator, counts: SharedCounts, areLeased: boolean): SharedAccess {
  const changes = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  authenticator.onChanged(() => Atomics.add(new Int32Array(changes), 0, 1));
  return {
    changes,
    async identify(authorization, address) {
      const from = address === undefined ? undefined : { address };
      const { principal, checkedAtMs, goodUntilMs } = await authenticator.identify(authorization, from);
      return { principal, checkedAtMs, goodUntilMs };
    },
    recordUse: authenticator.recordUse,
    ...counts,
    areLeased,
  };
}
