/**
 * Returns a function that does repeated work and never rejects: of consecutive failures the first is reported, so that an outage is
 * told once.
 */
export function reportingFirstFailure(report: (error: unknown) => void): (work: () => Promise<void>) => Promise<void> {
  let hasFailed = false;
  return async (work) => {
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) report(error);
      hasFailed = true;
    }
  };
}
