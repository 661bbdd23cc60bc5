import { Agent, type RequestInit, fetch as undiciFetch } from "undici";
import { lookupBy, type NameResolverOptions, nameResolver, type ResolveHost } from "./name-resolver.ts";

/** How this process reaches other services. */
export interface Outbound {
  readonly resolve: ResolveHost;
  readonly fetch: typeof fetch;
}

/** Opens the way to other services: each of their names is resolved by itself, so that a slow one delays no other. */
export function openOutbound(options: NameResolverOptions = {}): Outbound & { close(): Promise<void> } {
  const resolve = nameResolver(options);
  const dispatcher = new Agent({ connect: { lookup: lookupBy(resolve) } });
  const fetched = (input: Parameters<typeof undiciFetch>[0], init?: RequestInit) =>
    undiciFetch(input, { ...init, dispatcher });
  return {
    resolve,
    // The types of Node's own fetch are those of another version of the same package.
    fetch: fetched as unknown as typeof fetch,
    close: () => dispatcher.destroy(),
  };
}
