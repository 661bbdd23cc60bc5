import type { TokenMinter } from "../identity/token-minter.ts";
import type { ChannelOptions } from "./channel.ts";

/** Path of the highest level, whose channels are opened by bound rotating tokens only. */
const highest = "/channel/dragon-wallet";

/**
 * Returns the credentials of a client: its session token if there is one and the level allows it, otherwise a rotating
 * token. An open channel is renewed by rotating tokens.
 */
export function channelCredentials(
  endpoint: string,
  minter: TokenMinter,
  sessionToken: () => string | undefined = () => undefined,
): ChannelOptions["credentials"] {
  const isHighest = new URL(endpoint).pathname === highest;
  const greeted = new WeakSet<Uint8Array>();
  // Not tried twice: the token may be why the connection ended.
  let tried: string | undefined;
  return async (terms) => {
    const isFirst = !greeted.has(terms.channelBinding);
    greeted.add(terms.channelBinding);
    const token = sessionToken();
    if (isFirst && !isHighest && token !== undefined && token !== tried) {
      tried = token;
      return { sessionToken: token };
    }
    return { rotatingToken: await minter.mint(terms) };
  };
}
