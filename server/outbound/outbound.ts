import { Agent, type RequestInit, fetch as undiciFetch } from "undici";
import { lookupBy, type NameResolverOptions, nameResolver, type ResolveHost } from "./name-resolver.ts";

/** How this process reaches other services. */
export interface Outbound {
  readonly resolve: ResolveHost;
  readonly fetch: typeof fetch;
}

/** Opens outgoing connections: each name is resolved separately, so that a slow one does not delay others. */
export function openOutbound(options: NameResolverOptions = {}): Outbound & { close(): Promise<void> } {
  const resolve = nameResolver(options);
  const dispatcher = new Agent({ connect: { lookup: lookupBy(resolve) } });
  const fetched = (input: Parameters<typeof undiciFetch>[0], init?: RequestInit) =>
    undiciFetch(input, { ...init, dispatcher });
  return {
    resolve,
    // Node's own fetch is typed by another version of the same package.
    fetch: fetched as unknown as typeof fetch,
    close: () => dispatcher.destroy(),
  };
}
