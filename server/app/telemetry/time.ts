/** Returns milliseconds since 1970, or a duration, as OpenTelemetry has it: seconds and nanoseconds. */
export function timeOf(ms: number): [seconds: number, nanoseconds: number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.floor((ms - seconds * 1000) * 1e6)];
}
