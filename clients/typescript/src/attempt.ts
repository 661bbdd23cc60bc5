import type { DescMethod } from "@bufbuild/protobuf";
import { type FailureReason, PlatonicError } from "./platonic-error.ts";

/** An attempt of a call, for logs and traces. */
export interface Attempt {
  /** Such as `wallet.v1.TransactionService/Transfer`. */
  readonly method: string;
  /** 1 for the first attempt of a call. */
  readonly attempt: number;
  /** Why it failed; undefined if it succeeded. */
  readonly reason: FailureReason | undefined;
  readonly durationMs: number;
}

/**
 * Listener of attempts. It is called asynchronously after each of them, so that it neither delays nor breaks a call.
 */
export type AttemptListener = (attempt: Attempt) => void;

/** Makes an attempt, and reports it to the listener. */
export async function observed<Answer>(
  listener: AttemptListener | undefined,
  { parent, name }: Pick<DescMethod, "parent" | "name">,
  attempt: number,
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (listener === undefined) return make();
  const startMs = performance.now();
  const tell = (reason: FailureReason | undefined) => {
    const told = { method: `${parent.typeName}/${name}`, attempt, reason, durationMs: performance.now() - startMs };
    queueMicrotask(() => listener(told));
  };
  try {
    const answer = await make();
    tell(undefined);
    return answer;
  } catch (thrown) {
    tell(PlatonicError.from(thrown).reason);
    throw thrown;
  }
}
