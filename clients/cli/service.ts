import type { Interceptor, Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { repeatLostCalls, withDeadlines } from "../typescript/src/index.ts";
import { UsageError } from "./usage-error.ts";

/** The service that commands call, with the caller's API key. */
export interface Service {
  readonly baseUrl: string;
  /** Value of the Authorization header. */
  readonly authorization: string;
  readonly transport: Transport;
}

/**
 * Returns the URL of the service from the option or the environment.
 *
 * @throws UsageError
 */
export function endpointOf(
  { PLATONIC_URL: ofEnvironment = "http://127.0.0.1:8080" }: NodeJS.ProcessEnv,
  option?: string,
): string {
  const endpoint = option ?? ofEnvironment;
  if (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)) return endpoint;
  throw new UsageError(`${option === undefined ? "PLATONIC_URL" : "--endpoint"} is not an http or https URL`);
}

/** Returns the caller's API key. @throws UsageError */
export function apiKeyOf({ PLATONIC_API_KEY: apiKey = "" }: NodeJS.ProcessEnv): string {
  if (apiKey === "")
    throw new UsageError(
      "set PLATONIC_API_KEY to a key with the permission for this command; with DEVELOPMENT=1 the service keeps one in " +
        "operator.key in its DATA_DIR",
    );
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new UsageError("PLATONIC_API_KEY contains a character that is not allowed in a key: copy the key again");
  return apiKey;
}

/** @throws UsageError */
export function serviceOf(env: NodeJS.ProcessEnv): Service {
  const apiKey = apiKeyOf(env);
  const baseUrl = endpointOf(env);
  const authorization = `Bearer ${apiKey}`;
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("Authorization", authorization);
    return next(request);
  };
  const interceptors = [authorize, repeatLostCalls()];
  const transport = withDeadlines(createConnectTransport({ baseUrl, httpVersion: "1.1", interceptors }));
  return { baseUrl, authorization, transport };
}
