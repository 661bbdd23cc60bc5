import type { DestinationStream } from "pino";

interface LogOutput extends DestinationStream {
  readonly flush: () => void;
}

/**
 * Buffers standard output: writes it periodically, when the buffer is full, and when the process exits, since a write
 * per line would cost more than most calls. A full disk or a reader that has gone does not end the service: lines are
 * lost, and standard error reports when the loss begins and when it ends.
 */
export function bufferedOutput(): LogOutput {
  let buffer = "";
  let lostLines = 0;
  const flush = () => {
    if (buffer === "") return;
    const text = buffer;
    buffer = "";
    // The last line before a loss may be cut.
    process.stdout.write(lostLines > 0 ? `\n${text}` : text, (error) => (error ? lost(text, error) : written()));
  };

  function lost(text: string, { message }: Error): void {
    if (lostLines === 0) complain(`The log cannot be written to standard output (${message}); the service continues.`);
    lostLines += text.split("\n").length - 1;
  }

  function written(): void {
    if (lostLines > 0) complain(`The log is written again; up to ${lostLines} lines of it are lost.`);
    lostLines = 0;
  }

  // Handled by the callback of each write.
  process.stdout.on("error", () => {});
  // A failure of standard error cannot be reported anywhere.
  process.stderr.on("error", () => {});
  setInterval(flush, 100).unref();
  process.on("exit", flush);
  return {
    flush,
    write(line: string) {
      buffer += line;
      if (buffer.length > 64 * 1024) flush();
    },
  };
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}
