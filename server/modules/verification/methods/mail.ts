import { createTransport } from "nodemailer";
import { isEmailAddress } from "../../../core/email-address.ts";
import type { ResolveHost } from "../../../outbound/name-resolver.ts";
import { type CodeMessage, DeliveryFailure, type Mailer, textOf } from "./sender.ts";
import { smtpSockets } from "./smtp-socket.ts";

export interface MailOptions {
  /** `smtps://name:password@host:465`, or `smtp://` where TLS begins inside the connection. */
  readonly url: string;
  /** The sender's address, without a name. */
  readonly from: string;
  /** Name of the service in the mail. */
  readonly serviceName: string;
  /** Certificates to trust beside the system's, as PEM. */
  readonly certificateAuthorities?: string | Buffer;
  /** Resolves the name of the mail server. */
  readonly resolve: ResolveHost;
  /** Bound of connecting, of the greeting, and of inactivity. */
  readonly timeoutMs?: number;
}

/** Creates a mailer by SMTP. It requires TLS except to this machine. Throws for an unusable URL or sender. */
export function createSmtpMailer(options: MailOptions): Mailer {
  const { from, serviceName, timeoutMs = 10_000 } = options;
  const server = serverOf(options.url);
  if (!isEmailAddress(from)) throw new TypeError("the sender of mails is not an e-mail address");
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(serviceName)) throw new TypeError("the name of the service has control characters");
  const transport = createTransport({
    ...server,
    tls: {
      minVersion: "TLSv1.2",
      ...(options.certificateAuthorities !== undefined && { ca: options.certificateAuthorities }),
    },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    getSocket: smtpSockets(server, options.resolve, timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });

  return {
    async send(message) {
      if (!isEmailAddress(message.to)) throw new DeliveryFailure("the address is not an e-mail address", false);
      try {
        await transport.sendMail(mailOf(message));
      } catch (error) {
        throw failureOf(error);
      }
    },
  };

  function mailOf(message: CodeMessage): object {
    return {
      from,
      to: message.to,
      subject: `${serviceName}: your verification code`,
      text: textOf(message, serviceName),
      // Suppresses automatic replies (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    };
  }
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/** Parses the URL, which errors must not quote, since it contains a password. */
function serverOf(text: string): Server {
  const url = URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    throw new TypeError("the URL of the mail server is not like smtps://name:password@host:465");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "smtps:";
  const isHere = host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isHere,
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}

/** Reduces an error to its kind, since messages of the library quote addresses and the server. */
function failureOf(error: unknown): DeliveryFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === "number" ? ` with status ${responseCode}` : "";
  const kind = typeof code === "string" && /^[A-Z_]{1,32}$/.test(code) ? ` (${code})` : "";
  const isTemporary = typeof responseCode !== "number" || responseCode < 500;
  return new DeliveryFailure(`the mail could not be delivered${status}${kind}`, isTemporary);
}
