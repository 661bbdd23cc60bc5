import type { WalletConfiguration } from "../../ledger/domain/wallets.ts";

/** Returns the origin at which clients reach the service, such as `https://platonic.example`. */
export type OwnAddress = () => string;

type Endpoints = Pick<WalletConfiguration, "channelEndpoint" | "httpEndpoint">;

/** Returns the endpoints of a configuration as addresses: the service's own where it names none. */
export function endpointsOf({ channelEndpoint, httpEndpoint }: Endpoints, ownAddress: OwnAddress): Endpoints {
  const own = endpointsAt(ownAddress());
  return { channelEndpoint: channelEndpoint || own.channelEndpoint, httpEndpoint: httpEndpoint || own.httpEndpoint };
}

/**
 * Returns endpoints in their stored form: without the service's own, so that a client may send back what it has read,
 * and the wallet follows the service when that moves.
 */
export function storedEndpoints({ channelEndpoint, httpEndpoint }: Endpoints, ownAddress: OwnAddress): Endpoints {
  const own = endpointsAt(ownAddress());
  return {
    channelEndpoint: channelEndpoint === own.channelEndpoint ? "" : channelEndpoint,
    httpEndpoint: httpEndpoint === own.httpEndpoint ? "" : httpEndpoint,
  };
}

function endpointsAt(origin: string): Endpoints {
  return { channelEndpoint: `${origin.replace(/^http/, "ws")}/channel/wallet`, httpEndpoint: origin };
}
