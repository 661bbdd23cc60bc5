/** Returns a reading whose concurrent calls share one result, such as that of a query which several metrics tell. */
export function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | undefined;
  return () => {
    pending ??= read().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/** Returns a reading that is repeated after some time at the earliest; before that, its last result is told. */
export function rarely<Result>(
  read: () => Promise<Result>,
  { everyMs, now }: { readonly everyMs: number; readonly now: () => number },
): () => Promise<Result> {
  let last: { readonly result: Result; readonly atMs: number } | undefined;
  return shared(async () => {
    const atMs = now();
    if (last === undefined || atMs - last.atMs >= everyMs) last = { result: await read(), atMs };
    return last.result;
  });
}
