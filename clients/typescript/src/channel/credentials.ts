import type { TokenMinter } from "../identity/token-minter.ts";
import type { ChannelOptions } from "./channel.ts";

/** On the highest level only a rotating token that was made for the channel opens it. */
const highest = "/channel/dragon-wallet";

/**
 * How a client says who it is: by the token of its session where there is one and the level allows it, else by a
 * rotating token. A channel that is open is renewed by rotating tokens.
 */
export function channelCredentials(
  endpoint: string,
  minter: TokenMinter,
  sessionToken: () => string | undefined = () => undefined,
): ChannelOptions["credentials"] {
  const isHighest = new URL(endpoint).pathname === highest;
  const greeted = new WeakSet<Uint8Array>();
  // One that was tried may be why the connection did not last.
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
