import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { serviceVersion } from "../../core/service-version.ts";
import type { Config } from "../config.ts";
import { unusablePort } from "../free-places.ts";
import { type Finding, findings, reasonOf } from "./finding.ts";

const of = findings("port");
const timeoutMs = 5_000;

/** Asks the service on its port whether it is ready; if nothing answers there, tries whether the port is free. */
export async function lookAtPort({ http }: Config): Promise<readonly Finding[]> {
  if (http.port === 0) return [of.ok("any free one is taken (PORT=0)")];
  const place = `port ${http.port} of ${http.host}`;
  let answer: IncomingMessage;
  try {
    answer = await ask(http);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      return [await lookForFree(http, place)];
    const advice = http.hasProxyHeaders
      ? "it may be well: with PROXY_PROTOCOL=v2 it answers proxies alone"
      : "see what listens there (`ss -ltnp`), and the log of the service";
    return [(http.hasProxyHeaders ? of.warning : of.failed)(`${place} gives no answer (${reasonOf(error)})`, advice)];
  }
  const version = answer.headers["platonic-version"];
  const body = await text(answer);
  if (version === undefined)
    return [of.failed(`another program answers at ${place}`, "set PORT to another one, or stop that program")];
  if (answer.statusCode !== 200) {
    const problems = body.split("\n").filter((line) => line.startsWith("[-]"));
    return [of.failed(`the service at ${place} is not ready: ${problems.join(", ").slice(0, 500)}`, "see its log")];
  }
  const message = `version ${version} of the service is ready at ${place}`;
  return [
    version === serviceVersion ? of.ok(message) : of.warning(message, `restart it to have version ${serviceVersion}`),
  ];
}

function ask({ port, host, tls }: Config["http"]): Promise<IncomingMessage> {
  const hostname = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const where = { host: hostname, port, path: "/readyz?verbose", timeout: timeoutMs, agent: false } as const;
  return new Promise((resolve, reject) => {
    // The certificate is for the name that clients use, and another check looks at it.
    const request = tls ? httpsRequest({ ...where, rejectUnauthorized: false }, resolve) : httpRequest(where, resolve);
    request.once("timeout", () => request.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
    request.once("error", reject);
    request.end();
  });
}

function lookForFree(http: Config["http"], place: string): Promise<Finding> {
  return new Promise((resolve) => {
    const trial = createServer((early) => early.destroy());
    trial.once("error", (error) =>
      resolve(of.failed(unusablePort(error, http).message, "the service cannot start before that")),
    );
    trial.listen(http.port, http.host, () =>
      trial.close(() => resolve(of.ok(`${place} is free; the service does not run`))),
    );
  });
}
