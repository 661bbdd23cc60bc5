import { getOption } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { idempotency_key as takesKey } from "../../../gen/es/platonic/access/v1/access_pb.js";
import { backOffMs } from "./back-off.ts";
import { base64url } from "./bytes.ts";
import { PlatonicError } from "./platonic-error.ts";

const header = "Idempotency-Key";
const attemptsMax = 4;

/**
 * Sends an idempotency key with each call that takes one, unless the caller gives one, and repeats the call with it when
 * the answer is lost. The service executes it once. A timeout covers all attempts.
 */
export const repeatLostCalls: Interceptor = (next) => async (request) => {
  if (request.stream || !getOption(request.method, takesKey)) return next(request);
  if (!request.header.has(header)) {
    request.header.set(header, base64url(crypto.getRandomValues(new Uint8Array(16))));
  }
  for (let failures = 0; ; failures += 1) {
    try {
      return await next(request);
    } catch (thrown) {
      const error = PlatonicError.from(thrown);
      if (failures + 1 >= attemptsMax || !isLost(error) || request.signal.aborted) throw thrown;
      await passed(waitMs(error, failures), request.signal);
    }
  }
};

/** Whether the call may have been executed, or is being executed. */
function isLost({ reason, parameter }: PlatonicError): boolean {
  if (reason === "UNREACHABLE" || reason === "UNAVAILABLE") return true;
  return reason === "STATE_INVALID" && parameter === header;
}

function waitMs({ retryAfterSeconds }: PlatonicError, failures: number): number {
  return retryAfterSeconds === undefined ? backOffMs(failures, Math.random()) : retryAfterSeconds * 1000;
}

/** Resolves after a time, or as soon as the call is given up. */
export function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
