import type { TokenMinter } from "../identity/token-minter.ts";
import type { ChannelOptions } from "./channel.ts";

/** Path of the highest level, whose channels only bound rotating tokens open. */
const highest = "/channel/dragon-wallet";

/**
 * Returns the credentials of a client: its session token if there is one and the level allows it, otherwise a rotating
 * token. An open channel is renewed with rotating tokens.
 *
 * @param askTime asks the service for its time, which a channel does not report. Not called before the first
 *   connection; if that is refused, this machine's clock may be the reason
 */
export function channelCredentials(
  endpoint: string,
  minter: TokenMinter,
  sessionToken: () => string | undefined = () => undefined,
  askTime: () => Promise<void> = async () => {},
): ChannelOptions["credentials"] {
  const isHighest = new URL(endpoint).pathname === highest;
  const greeted = new WeakSet<Uint8Array>();
  // Not tried twice: the token may be why the connection ended.
  let tried: string | undefined;
  let hasMinted = false;
  return async (terms) => {
    const isFirst = !greeted.has(terms.channelBinding);
    greeted.add(terms.channelBinding);
    const token = sessionToken();
    if (isFirst && !isHighest && token !== undefined && token !== tried) {
      tried = token;
      return { sessionToken: token };
    }
    // If the service does not answer, this machine's clock is still used.
    if (hasMinted && !minter.time.isKnown) await askTime().catch(() => {});
    hasMinted = true;
    return { rotatingToken: await minter.mint(terms) };
  };
}
