import { readFileSync } from "node:fs";
import { type EmailAddress, readEmailAddress } from "../../../core/email-address.ts";
import { isThisMachine } from "../../../core/network.ts";
import type { ResolveHost } from "../../../outbound/name-resolver.ts";
import { type MailServer, readMailUrl } from "./mail-url.ts";
import { DeliveryFailure, type Mailer, subjectOfCode, textOf } from "./sender.ts";
import type { Greeting } from "./smtp-delivery.ts";
import { openSmtpSocket } from "./smtp-socket.ts";

export interface MailOptions {
  /** `smtps://name:password@host:465`, or `smtp://` for STARTTLS. */
  readonly url: string;
  /** The sender's address, without a display name. */
  readonly from: string;
  /** Name of the service in the mail. */
  readonly serviceName: string;
  /** Name with which the service greets the server, unless the URL has another; by default that of this machine. */
  readonly hostName?: string | undefined;
  /** Certificates to trust instead of the system's, as PEM. */
  readonly certificateAuthorities?: string | Buffer;
  /** Resolves the name of the mail server. */
  readonly resolve: ResolveHost;
  /** Longest connecting, longest wait for the greeting, and longest inactivity. */
  readonly timeoutMs?: number;
}

/** Creates a mailer that uses SMTP. It requires TLS except to this machine. Throws for an unusable URL or sender. */
export function createSmtpMailer(options: MailOptions): Mailer {
  const { serviceName } = options;
  const { server, connection, openSocket } = connectionOf(options);
  const from = readEmailAddress(options.from);
  if (from === undefined) throw new TypeError("the sender of mails is not an e-mail address");
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(serviceName)) throw new TypeError("the name of the service has control characters");

  async function send(
    recipient: string,
    { subject, text, id }: { readonly subject: string; readonly text: string; readonly id?: string },
    signal?: AbortSignal,
  ): Promise<void> {
    const to = readEmailAddress(recipient);
    if (to === undefined) throw new DeliveryFailure("the address is not an e-mail address", false);
    const needsUtf8 = to.needsUtf8 || from?.needsUtf8 === true;
    const messageId = id === undefined ? undefined : `<${id}@${from?.domain}>`;
    const mail = { from: plain(from as EmailAddress), to: plain(to), subject, text, messageId, needsUtf8 };
    try {
      const { deliver } = await smtp();
      await deliver({ ...connection, connection: await openSocket(signal) }, server.credentials, mail);
    } catch (error) {
      throw error instanceof DeliveryFailure ? error : failureOf(error);
    }
  }

  return {
    send: (message) => send(message.to, { subject: subjectOfCode(serviceName), text: textOf(message, serviceName) }),
    notify: ({ to, ...content }, signal) => send(to, content, signal),
  };
}

/** Greets a mail server as for a mail, and sends none. @throws an error of the library, or of the connection */
export async function greetMailServer(options: Omit<MailOptions, "from" | "serviceName">): Promise<Greeting> {
  const { server, connection, openSocket } = connectionOf(options);
  const { greet } = await smtp();
  return greet({ ...connection, connection: await openSocket() }, server.credentials);
}

/** Loads the client, for the first mail. */
const smtp = () => import("./smtp-delivery.ts");

function connectionOf(options: Omit<MailOptions, "from" | "serviceName">) {
  const { hostName, resolve, timeoutMs = 10_000 } = options;
  const server = serverOf(options.url);
  const ca = options.certificateAuthorities ?? (server.caFile === undefined ? undefined : readFileSync(server.caFile));
  const name = server.name ?? hostName;
  const connection = {
    host: server.host,
    port: server.port,
    secure: server.isImplicitTls,
    requireTLS: !server.isImplicitTls && !isThisMachine(server.host),
    ...(name !== undefined && { name }),
    tls: { minVersion: "TLSv1.2" as const, ...(ca !== undefined && { ca }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    logger: false,
  };
  const openSocket = (signal?: AbortSignal) => openSmtpSocket(server, { resolve, timeoutMs, signal });
  return { server, connection, openSocket };
}

function plain({ local, domain }: EmailAddress): string {
  return `${local}@${domain}`;
}

function serverOf(url: string): MailServer {
  try {
    return readMailUrl(url);
  } catch (error) {
    throw new TypeError(`the URL of the mail server ${(error as Error).message}`);
  }
}

/** Reduces an error to its kind, since messages of the library quote addresses and the server. */
function failureOf(error: unknown): DeliveryFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === "number" ? ` with status ${responseCode}` : "";
  const kind = typeof code === "string" && /^[A-Z_]{1,32}$/.test(code) ? ` (${code})` : "";
  const isTemporary = typeof responseCode !== "number" || responseCode < 500;
  return new DeliveryFailure(`the mail could not be delivered${status}${kind}`, isTemporary);
}
