import { lookupBy, type NameResolverOptions, nameResolver, type ResolveHost } from "./name-resolver.ts";

/** How this process reaches other services. */
export interface Outbound {
  readonly resolve: ResolveHost;
  readonly fetch: typeof fetch;
}

/** Opens outgoing connections: each name is resolved separately, so that a slow one does not delay others. */
export function openOutbound(options: NameResolverOptions = {}): Outbound & { close(): Promise<void> } {
  const resolve = nameResolver(options);
  let opened: ReturnType<typeof openClient> | undefined;
  const fetched: Outbound["fetch"] = async (input, init) => {
    opened ??= openClient(resolve);
    const { request, dispatcher } = await opened;
    return request(input, { ...init, dispatcher });
  };
  return { resolve, fetch: fetched, close: async () => (await opened)?.dispatcher.destroy() };
}

/** Loads the client, for the first request: most processes make none, and loading it takes a twentieth of their start. */
async function openClient(resolve: ResolveHost) {
  const { Agent, fetch } = await import("undici");
  const dispatcher = new Agent({ connect: { lookup: lookupBy(resolve) } });
  // Node's own fetch is typed by another version of the same package.
  return { dispatcher, request: fetch as unknown as (input: unknown, init: object) => Promise<Response> };
}
