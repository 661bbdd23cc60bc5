import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { freePorts } from "../database/free-ports.ts";
import type { Certificate } from "./certificate.ts";

/** PATH with the folders of system programs, which may be missing for ordinary users. */
const path = [process.env["PATH"] ?? "", "/usr/sbin", "/usr/local/sbin"].join(delimiter);
const env = { ...process.env, PATH: path };

/** Reason why nginx cannot be started here; undefined if it can. */
export const nginxProblem = missingProgram();

export interface Nginx {
  /** URL without TLS. */
  readonly plainUrl: string;
  /** URL with the certificate's host name. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx with deploy/nginx/platonic.conf on a free local port, as a proxy of the processes at the given ports.
 */
export async function startNginx(servicePorts: number | readonly number[], certificate: Certificate): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-nginx-"));
  const [port, plainPort] = (await freePorts(2)) as [number, number];
  place(directory, readFileSync("deploy/nginx/platonic.conf", "utf8"), { servicePorts, certificate, port, plainPort });

  const child = spawn("nginx", ["-p", directory, "-c", join(directory, "nginx.conf"), "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
    env,
  });
  const ended = once(child, "close");
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      output.push(line);
      // nginx writes this line when its port is open.
      if (line.includes("start worker processes")) resolve();
    });
    void ended.then(() => reject(new Error(output.join("\n"))));
  });
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Has nginx read a configuration such as that of the repository. Throws if it does not understand any of it. */
export function testNginx(text: string, certificate: Certificate): void {
  const directory = mkdtempSync(join(tmpdir(), "platonic-nginx-"));
  try {
    place(directory, text, { servicePorts: 8080, certificate, port: 443, plainPort: 80 });
    execFileSync("nginx", ["-t", "-p", directory, "-c", join(directory, "nginx.conf"), "-e", "stderr"], {
      stdio: "pipe",
      env,
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Place {
  readonly servicePorts: number | readonly number[];
  readonly certificate: Certificate;
  readonly port: number;
  readonly plainPort: number;
}

/** Writes the configuration of a site, and one around it, into a folder. */
function place(directory: string, text: string, { servicePorts, certificate, port, plainPort }: Place): void {
  const site = replaced(text, {
    [serverLine]: [servicePorts]
      .flat()
      .map((each) => serverLine.replace("8080", String(each)))
      .join("\n"),
    "listen 80;": `listen 127.0.0.1:${plainPort};`,
    "listen 443 ssl http2": `listen 127.0.0.1:${port} ssl http2`,
    "server_name platonic.example": "server_name localhost",
    "/etc/nginx/platonic.crt": certificate.certFile,
    "/etc/nginx/platonic.key": certificate.keyFile,
  });
  writeFileSync(join(directory, "platonic.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const lines = [
    "daemon off;",
    ...(userInfo().uid === 0 ? ["user root;"] : []),
    `pid ${directory}/pid;`,
    "error_log stderr notice;",
    "events {}",
    "http {",
    "  access_log off;",
    ...temporary.map((name) => `  ${name}_temp_path ${directory}/${name};`),
    "  include platonic.conf;",
    "}",
  ];
  writeFileSync(join(directory, "nginx.conf"), `${lines.join("\n")}\n`);
}

/** The line of one process in the configuration, which occurs for each kind of connection. */
const serverLine = "  server 127.0.0.1:8080 max_fails=0;";

/** Replaces texts of the configuration; throws if one of them is missing. */
function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (!result.includes(from)) throw new Error(`deploy/nginx/platonic.conf does not contain “${from}”`);
    result = result.replaceAll(from, to);
  }
  return result;
}

function missingProgram(): string | undefined {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore", env });
    return undefined;
  } catch {
    return "nginx is not installed";
  }
}
