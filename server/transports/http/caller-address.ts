import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";

/** Headers in which proxies forward the caller's address. */
export const forwardingHeaders = ["x-forwarded-for", "forwarded"] as const;

/** Proxies that are trusted to state the caller's address. */
export interface TrustedProxies {
  /** IP addresses, and networks such as `10.0.0.0/8`. */
  readonly networks: readonly string[];
  /** Header that they set. Only this one is read, since a proxy passes on the others as the caller wrote them. */
  readonly header: (typeof forwardingHeaders)[number];
}

/** Returns the address of a request's caller, given that of its connection's peer. */
export type CallerAddress = (peer: string, headers: IncomingHttpHeaders) => string;

/**
 * Creates the look-up of callers' addresses. For a trusted proxy it is the last address in the header that is not
 * itself a trusted proxy; for any other peer it is the peer's, whatever the header says. An entry that is no IP address
 * ends the look-up at the proxy that wrote it, so that a caller cannot choose its address.
 */
export function createCallerAddress({ networks, header }: TrustedProxies): CallerAddress {
  if (networks.length === 0) return (peer) => peer;
  const isTrusted = createProxyCheck(networks);
  return (peer, headers) => {
    const value = headers[header];
    if (value === undefined || isIP(peer) === 0 || !isTrusted(peer)) return peer;
    let caller = peer;
    for (const entry of addressesIn(header, String(value)).toReversed()) {
      if (entry === undefined) return caller;
      caller = entry;
      if (!isTrusted(entry)) return caller;
    }
    return caller;
  };
}

/** Creates the check whether an IP address is in one of the networks. */
export function createProxyCheck(networks: readonly string[]): (address: string) => boolean {
  const list = blockListOf(networks);
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  // A zone, as in fe80::1%eth0, is local to a machine.
  if (version === 0 || address.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * Returns the networks as a block list. An IPv4 network also covers the IPv4-mapped addresses (`::ffff:a.b.c.d`) that
 * dual-stack sockets report.
 */
function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const isVersion6 = isIP(address) === 6;
    list.addSubnet(address, Number(bits ?? (isVersion6 ? 128 : 32)), isVersion6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** Returns the addresses of a header in the order of the hops; undefined for an entry that is no IP address. */
function addressesIn(header: TrustedProxies["header"], value: string): (string | undefined)[] {
  const entries = value.split(",");
  return entries.map((entry) => addressOf(header === "forwarded" ? (forwardedFor(entry) ?? "") : entry.trim()));
}

/** Returns the parameter `for` of an element of Forwarded (RFC 7239, section 4), without quotes. */
function forwardedFor(element: string): string | undefined {
  return /(?:^|;)\s*for=(?:"([^"]*)"|([^";\s]*))\s*(?:;|$)/i
    .exec(element)
    ?.slice(1)
    .find((value) => value !== undefined);
}

/** Returns the IP address of an entry, which may have a port, and brackets around an IPv6 address. */
function addressOf(entry: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:[\]]*)(?::\d+)?)$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) === 0 ? undefined : address;
}
