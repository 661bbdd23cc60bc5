/**
 * Returns a function that writes the member of a log line with the present time, in the form that pino expects of
 * `timestamp`. The text is made once a millisecond.
 */
export function createLogTime(): () => string {
  let lastMs = 0;
  let text = "";
  return () => {
    const nowMs = Date.now();
    if (nowMs !== lastMs) {
      lastMs = nowMs;
      text = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return text;
  };
}
