import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/**
 * Starts a mail server on this machine until the test ends. It accepts each mail, or answers as the test decides for
 * its recipient.
 */
export async function startMailServer(
  refuse: () => Promise<{ responseCode: number } | undefined> = async () => undefined,
) {
  const mails: string[] = [];
  let wake = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: (_, __, done) => {
      void refuse().then((refusal) => done(refusal && Object.assign(new Error("refused"), refusal)));
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        // Quoted-printable breaks long lines with "=" at their end.
        mails.push(Buffer.concat(chunks).toString("utf8").replaceAll("=\r\n", ""));
        done();
        wake();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.server.address() as AddressInfo;
  return {
    /** Settings of a service that uses it. */
    environment: { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "service@example.org" },
    /** Resolves with all mails once there are that many. */
    async until(count: number): Promise<readonly string[]> {
      while (mails.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return mails;
    },
  };
}
