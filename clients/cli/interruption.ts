const signals = ["SIGINT", "SIGTERM"] as const;

/** Says something when the program is interrupted, which then ends as it does without. Returns a function that stops this. */
export function onInterruption(say: () => void): () => void {
  const stop = () => {
    for (const signal of signals) process.off(signal, interrupted);
  };
  const interrupted = (signal: NodeJS.Signals) => {
    stop();
    say();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, interrupted);
  return stop;
}
