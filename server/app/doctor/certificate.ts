import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { SettingsProblem } from "../../core/config/settings-problem.ts";
import type { Config } from "../config.ts";
import { readTls } from "../reload.ts";
import { type Finding, findings } from "./finding.ts";

const of = findings("tls");
const dayMs = 86_400_000;
/** Certificates of 90 days are usually renewed 30 days before their end. */
const warnedDays = 14;

/** Looks at the certificate: its key, its time, its host name and its chain. */
export async function lookAtCertificate(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const { tls, publicUrl } = config.http;
  if (tls === undefined) return [withoutTls(config)];
  try {
    readTls(config);
  } catch (error) {
    if (!(error instanceof SettingsProblem)) throw error;
    return [of.failed(error.message, "have both files from one renewal, in PEM, then reload the service")];
  }
  const chain = certificatesIn(readFileSync(tls.certFile, "utf8"));
  const [leaf] = chain as [X509Certificate];
  const found = [lookAtTime(leaf, nowMs), ...lookAtChain(chain)];
  if (publicUrl !== undefined) found.push(...lookAtHost(leaf, new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1")));
  return found;
}

function lookAtHost(leaf: X509Certificate, host: string): Finding[] {
  const isFor = (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined;
  return isFor ? [] : [of.failed(`the certificate is not for ${host}, the host of PUBLIC_URL`, "have one made for it")];
}

function withoutTls({ http: { host, trustedProxies } }: Config): Finding {
  const isLocal = /^(127\.|::1$|localhost$)/.test(host);
  if (isLocal || trustedProxies.networks.length > 0) return of.ok("the port has none: a proxy in front of it may");
  const message = `the port has no TLS, and listens on ${host} without a proxy that is named`;
  return of.warning(message, "set TLS_CERT_FILE and TLS_KEY_FILE, or HOST=127.0.0.1 behind a proxy");
}

function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

function lookAtTime({ validFromDate, validToDate }: X509Certificate, nowMs: number): Finding {
  const days = Math.floor((validToDate.getTime() - nowMs) / dayMs);
  const until = validToDate.toISOString().slice(0, 10);
  if (nowMs < validFromDate.getTime()) {
    const message = `the certificate is good from ${validFromDate.toISOString()} on only`;
    return of.failed(message, "see the clock of this machine, and of the authority");
  }
  if (validToDate.getTime() <= nowMs) return of.failed(`the certificate has expired on ${until}`, renewal);
  const message = `the certificate fits its key and is good until ${until}, for ${days} days`;
  return days < warnedDays ? of.warning(message, renewal) : of.ok(message);
}

const renewal = "renew it, and have the service read it by `systemctl reload platonic`";

/** Follows the issuers within the file, up to an authority that is known or that signs itself. */
function lookAtChain(chain: readonly X509Certificate[]): Finding[] {
  for (const [index, certificate] of chain.slice(0, -1).entries()) {
    if (!isIssuedBy(certificate, chain[index + 1] as X509Certificate)) {
      const message = `certificate ${index + 2} of the file has not issued the one before it`;
      return [of.failed(message, "put the server's certificate first, and each issuer after what it has issued")];
    }
  }
  const last = chain.at(-1) as X509Certificate;
  if (isIssuedBy(last, last)) {
    const message =
      chain.length === 1 ? "the certificate is signed by itself" : "the chain ends with its own authority";
    return [of.warning(message, "callers must be given that authority; a public one needs no such care")];
  }
  if (rootCertificates.some((pem) => isIssuedBy(last, new X509Certificate(pem))))
    return [of.ok("the chain leads to a public authority")];
  const message = "the file does not lead to a public authority: intermediate certificates may be missing";
  return [of.warning(message, "append them to TLS_CERT_FILE, unless callers know this authority")];
}

function isIssuedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}
