/** What a function returns, or that it throws; what it says then may differ. */
export function outcomeOf<T>(attempt: () => T): { value: T } | "refused" {
  const { stackTraceLimit } = Error;
  // Most of the time of a refusal would go into telling where it was.
  Error.stackTraceLimit = 0;
  try {
    return { value: attempt() };
  } catch {
    return "refused";
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
