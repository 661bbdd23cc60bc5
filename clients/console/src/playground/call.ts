import { account } from "../account/account.ts";
import type { Problem } from "./draft.ts";

/** Answer of the service to a request of the playground. */
export type Answer =
  | { readonly kind: "result"; readonly result: unknown; readonly ms: number }
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly message: string;
      readonly problem: Problem | undefined;
    };

interface RestError {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly parameter?: string };
}

/**
 * Sends a request unchanged, as curl would: the service refuses what the client's types would forbid.
 *
 * @throws Error if nobody is signed in, or the service cannot be reached
 */
export async function send(path: string, request: object): Promise<Answer> {
  const credentials = await token();
  const startedMs = performance.now();
  const response = await post(path, request, credentials);
  const ms = performance.now() - startedMs;
  const who = account.value;
  if (response.status === 401 && who.kind === "identity" && who.session.tokenNow === credentials) who.session.end();
  const body = await response.json();
  if (response.ok) return { kind: "result", result: body.result, ms };
  const { code, message, details } = body.error as RestError;
  const parameter = details?.parameter;
  return { kind: "refused", code, message, problem: parameter ? { path: parameter, text: message } : undefined };
}

async function post(path: string, request: object, credentials: string): Promise<Response> {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { Authorization: `Bearer ${credentials}`, "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
  } catch (cause) {
    throw new Error("The service does not answer. Check your connection, and send it again.", { cause });
  }
}

async function token(): Promise<string> {
  const who = account.value;
  if (who.kind === "anonymous") throw new Error("Sign in first: calls are counted for an account or an API key.");
  return who.kind === "key" ? who.key : who.session.token();
}
