import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const openssl = "openssl";
export const hasOpenssl = canRun(openssl);

/** A self-signed certificate for localhost. Needs openssl. */
export interface Certificate {
  readonly keyFile: string;
  readonly certFile: string;
  /** Certificate that clients must trust. */
  readonly ca: Buffer;
  remove(): void;
}

export function makeCertificate(): Certificate {
  const directory = mkdtempSync(join(tmpdir(), "platonic-tls-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyFile];
  execFileSync(openssl, ["req", "-x509", ...key, "-out", certFile, "-days", "2", ...subject], { stdio: "ignore" });
  return {
    keyFile,
    certFile,
    ca: readFileSync(certFile),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function canRun(program: string): boolean {
  try {
    execFileSync(program, ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
