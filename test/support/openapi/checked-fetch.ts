import { flawOfExchange, isOperation } from "./exchange-check.ts";

/**
 * Checks every REST answer that a test fetches against the OpenAPI document, and every accepted request. Calls of other
 * protocols, and fetches of other programs, pass unchecked.
 */
const checked = Symbol.for("fetch that checks answers over REST");

type Fetch = typeof fetch & { [checked]?: true };

function checkedFetch(fetchUnchecked: typeof fetch): Fetch {
  const checking: Fetch = async (input, init) => {
    const response = await fetchUnchecked(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input));
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const isJson = response.headers.get("content-type") === "application/json";
    if (!isJson || !isOperation(method, pathname)) return response;
    const text = await response.clone().text();
    const flaw = flawOfExchange({
      method,
      path: pathname + search,
      requestHeaders: Object.fromEntries(new Headers(init?.headers)),
      requestBody: typeof init?.body === "string" ? init.body : undefined,
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text),
    });
    if (flaw === undefined) return response;
    throw new Error(
      `${method} ${pathname}${search}, status ${response.status}, is outside openapi.json: ${flaw}\n${text}`,
    );
  };
  checking[checked] = true;
  return checking;
}

// Test files of one process share it.
if ((globalThis.fetch as Fetch)[checked] !== true) globalThis.fetch = checkedFetch(globalThis.fetch);
