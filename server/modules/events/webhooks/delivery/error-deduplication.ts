type Report = (error: unknown, webhookId: string | undefined) => void;

/** Reports each error of an endpoint, or of all, once until it is over, so that an outage has one line in the log. */
export function deduplicatedReports(report: Report) {
  const last = new Map<string | undefined, string>();
  return {
    report(error: unknown, id?: string): void {
      const text = String(error);
      if (last.get(id) !== text) report(error, id);
      last.set(id, text);
    },
    over(id?: string): void {
      last.delete(id);
    },
  };
}
