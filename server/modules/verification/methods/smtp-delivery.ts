import MailComposer from "nodemailer/lib/mail-composer";
import SmtpConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { DeliveryFailure } from "./sender.ts";

/** A mail to one address. Its addresses are plain: `local@domain`, with a domain of A-labels. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same in a repetition, so that mailboxes recognise it; undefined: a random one. */
  readonly messageId: string | undefined;
  /** Whether an address has characters that only servers with SMTPUTF8 (RFC 6531) carry. */
  readonly needsUtf8: boolean;
}

/**
 * Delivers a mail to a server over a separate connection. Sends no address to a server that cannot carry it.
 *
 * @throws DeliveryFailure, or an error of the library
 */
export function deliver(options: SMTPConnectionOptions, credentials: Credentials, mail: Mail): Promise<void> {
  return withConnection(options, (connection) => handOver(connection, credentials, mail));
}

/** How a mail server has greeted. */
export interface Greeting {
  readonly isEncrypted: boolean;
  readonly isSignedIn: boolean;
  /** Whether there are credentials, and the server offers no login. */
  readonly isLoginIgnored: boolean;
}

/** Connects to a server, begins TLS and signs in as for a mail, and ends the connection without one. */
export function greet(options: SMTPConnectionOptions, credentials: Credentials): Promise<Greeting> {
  return withConnection(options, async (connection) => {
    await connectTo(connection);
    const isSignedIn = await signIn(connection, credentials);
    connection.quit();
    return { isEncrypted: connection.secure, isSignedIn, isLoginIgnored: credentials !== undefined && !isSignedIn };
  });
}

type Credentials = { readonly user: string; readonly pass: string } | undefined;

async function withConnection<Result>(
  options: SMTPConnectionOptions,
  use: (connection: SmtpConnection) => Promise<Result>,
): Promise<Result> {
  const connection = new SmtpConnection(options);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // After the race nobody awaits it.
  failed.catch(() => undefined);
  connection.on("error", reject);
  try {
    return await Promise.race([use(connection), failed]);
  } finally {
    connection.close();
  }
}

async function handOver(
  connection: SmtpConnection,
  credentials: Credentials,
  { from, to, subject, text, messageId, needsUtf8 }: Mail,
): Promise<void> {
  await connectTo(connection);
  // The answer to EHLO, the one under TLS if TLS was started.
  const isUtf8 = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || "");
  if (needsUtf8 && !isUtf8)
    throw new DeliveryFailure("the mail server does not offer SMTPUTF8, which the letters of the address need", false);
  await signIn(connection, credentials);
  // Suppresses automatic replies (RFC 3834).
  const headers = { "Auto-Submitted": "auto-generated" };
  const message = new MailComposer({
    from,
    to,
    subject,
    text,
    headers,
    ...(messageId !== undefined && { messageId }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  await settled((done) => connection.send({ from, to: [to] }, message.compile().createReadStream(), done));
}

function connectTo(connection: SmtpConnection): Promise<void> {
  return settled((done) => connection.connect(done));
}

/** Signs in where that is offered; returns whether it was. */
async function signIn(connection: SmtpConnection, credentials: Credentials): Promise<boolean> {
  if (credentials === undefined || !connection.allowsAuth) return false;
  await settled((done) => connection.login({ credentials }, done));
  return true;
}

/** Returns a promise for a call of the library with a callback. */
function settled(call: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()));
  });
}
