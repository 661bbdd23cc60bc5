/** Prints the port to the parent, which reads one line, and exits immediately on SIGTERM. */
export function announce(port: number): void {
  process.stdout.write(`${JSON.stringify({ port, msg: "listening" })}\n`);
  process.on("SIGTERM", () => process.exit(0));
}
