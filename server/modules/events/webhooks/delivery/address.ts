import { BlockList, isIPv6 } from "node:net";

/** Networks of IPv4 that are not the public internet (IANA IPv4 Special-Purpose Address Registry). */
const specialNetworks: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Networks within 2000::/3 that are not public, or that lead to IPv4 addresses (IANA IPv6 registry). */
const specialNetworks6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [network, prefix] of specialNetworks) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of specialNetworks6) special.addSubnet(network, prefix, "ipv6");

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, "ipv4");
  return global6.check(address, "ipv6") && !special.check(address, "ipv6");
}
