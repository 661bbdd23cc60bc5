/**
 * The health check of the image: exits with 0 while the service on this machine is ready for calls, and with 1 if it is
 * not, does not answer within three seconds, or is not there. Loads nothing of the service, since it runs every few
 * seconds; so it knows the port and TLS from the environment alone.
 */
import { request as overHttp } from "node:http";
import { request as overTls } from "node:https";

const answerMs = 3_000;
const { PORT: port = "8080", HOST: host = "127.0.0.1", TLS_CERT_FILE: certificate = "" } = process.env;
const isEverywhere = host === "" || host === "0.0.0.0" || host === "::";

// Reaches only this machine, where the certificate is for another name.
const request = (certificate === "" ? overHttp : overTls)({
  host: isEverywhere ? "127.0.0.1" : host,
  port: port === "" ? "8080" : port,
  path: "/readyz",
  rejectUnauthorized: false,
});
setTimeout(() => end(`no answer within ${answerMs} ms`), answerMs);
request.on("error", (error) => end(error.message));
request.on("response", (response) => end(response.statusCode === 200 ? undefined : `status ${response.statusCode}`));
request.end();

function end(problem: string | undefined): never {
  process.stdout.write(problem === undefined ? "ready\n" : `not ready: ${problem}\n`);
  process.exit(problem === undefined ? 0 : 1);
}
