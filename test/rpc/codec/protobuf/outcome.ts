/** Returns the function's value, or `refused` if it throws. Error messages are not part of the outcome. */
export function outcomeOf<T>(attempt: () => T): { value: T } | "refused" {
  const { stackTraceLimit } = Error;
  // Stack traces would take most of the time of a refusal.
  Error.stackTraceLimit = 0;
  try {
    return { value: attempt() };
  } catch {
    return "refused";
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
