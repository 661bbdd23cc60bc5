import { SMTPServer } from "smtp-server";

/** A mail server for the demo, which stores the mails that it receives. */
export interface MailServer {
  readonly url: string;
  /** Returns the eight digits of the latest mail. */
  lastCode(): string;
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(Buffer.concat(chunks).toString("utf8"));
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    lastCode() {
      const [code] = /\d{4} \d{4}/.exec(mails.at(-1) ?? "") ?? [];
      if (code === undefined) throw new Error("no mail with a code has arrived");
      return code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
