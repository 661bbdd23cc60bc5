import type { Answer } from "./call.ts";

/** Headers that tell a caller its limits; the same on every wire. */
export const limitHeaderNames = {
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: "X-RateLimit-Reset",
  retryAfter: "Retry-After",
} as const;

/** Returns the headers of an answer that tell the caller its limits: names and values in turn. */
export function limitHeaders(answer: Answer): string[] {
  const { limits } = answer;
  if (limits === undefined) return [];
  const headers = [
    limitHeaderNames.limit,
    String(limits.limit),
    limitHeaderNames.remaining,
    String(limits.remaining),
    limitHeaderNames.reset,
    String(limits.resetAtSeconds),
  ];
  if ("retryAfterSeconds" in answer) headers.push(limitHeaderNames.retryAfter, String(answer.retryAfterSeconds));
  return headers;
}
