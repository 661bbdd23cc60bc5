import type { Answer } from "./call.ts";

/** Headers that tell a caller its limits; the same in every protocol over HTTP. */
export const limitHeaderNames = {
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: "X-RateLimit-Reset",
  retryAfter: "Retry-After",
} as const;

/** Returns the headers of an answer, names and values in turn: they forbid caching and tell the caller its limits. */
export function answerHeaders(answer: Answer): string[] {
  const headers = ["Cache-Control", "no-store"];
  const { limits } = answer;
  if (limits !== undefined) {
    headers.push(
      limitHeaderNames.limit,
      String(limits.limit),
      limitHeaderNames.remaining,
      String(limits.remaining),
      limitHeaderNames.reset,
      String(limits.resetAtSeconds),
    );
  }
  if ("retryAfterSeconds" in answer) headers.push(limitHeaderNames.retryAfter, String(answer.retryAfterSeconds));
  return headers;
}
