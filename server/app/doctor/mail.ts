import { greetMailServer } from "../../modules/verification/methods/mail.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import type { Config } from "../config.ts";
import { type Finding, findings, reasonOf } from "./finding.ts";

const of = findings("mail");

const advice: Readonly<Record<string, string>> = {
  EAUTH: "see the name and the password in MAIL_URL, and that the account may send by SMTP",
  ETLS: "the server must offer STARTTLS; with smtps:// TLS begins at once",
  ESOCKET: "see the host and the port in MAIL_URL, and the certificate of the server (tlsCaFile)",
  ENOTFOUND: "see the host in MAIL_URL, and the name servers of this machine",
};

/** Greets the mail server, begins TLS and signs in, as for a mail, and sends none. */
export async function lookAtMail(
  { verification, http, development }: Config,
  { resolve }: Outbound,
): Promise<readonly Finding[]> {
  const { mail } = verification;
  if (mail === undefined && development.isOn) return [of.ok("codes are kept in memory, for development")];
  if (mail === undefined)
    return [of.warning("MAIL_URL is not set: codes for e-mail are kept in memory", "set MAIL_URL and MAIL_FROM")];
  const hostName = http.publicUrl === undefined ? undefined : new URL(http.publicUrl).hostname;
  try {
    const { isEncrypted, isSignedIn, isLoginIgnored } = await greetMailServer({ url: mail.url, hostName, resolve });
    if (isLoginIgnored)
      return [of.warning("the server offers no login, so the name in MAIL_URL is not used", "remove it from MAIL_URL")];
    return [
      of.ok(
        `the server greets ${isEncrypted ? "over TLS" : "in plain text"}${isSignedIn ? " and takes the login" : ""}`,
      ),
    ];
  } catch (error) {
    const reason = reasonOf(error);
    const otherwise = "see MAIL_URL, and that the firewalls in between let this machine through";
    return [of.failed(`the mail server cannot be used (${reason})`, advice[reason] ?? otherwise)];
  }
}
