/** Tells the parent, which reads one line, where the peer listens; ends at once when it is told to. */
export function announce(port: number): void {
  process.stdout.write(`${JSON.stringify({ port, msg: "listening" })}\n`);
  process.on("SIGTERM", () => process.exit(0));
}
