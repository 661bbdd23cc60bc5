import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";
import { type FirstBytes, readFirstBytes } from "./first-bytes.ts";

/** First bytes of a PROXY protocol header, version 2. */
const signature = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const prefixBytes = 16;
const commands = { local: 0x20, proxy: 0x21 } as const;
const families = { tcpOverIpv4: 0x11, tcpOverIpv6: 0x21 } as const;

/**
 * Reads the header with which a proxy begins a connection, and reports the address of the caller; undefined if the
 * proxy connects for itself. Any other beginning closes the connection, and so does a header without an address: its
 * caller would count as the proxy, whose headers are trusted.
 */
export function receiveProxyHeader(socket: Socket, report: (caller: string | undefined) => void): void {
  readFirstBytes(socket, parseProxyHeader, report);
}

/** Parses a PROXY protocol header, version 2. Skips its extensions (TLV). */
export function parseProxyHeader(seen: Buffer): FirstBytes<string | undefined> | "incomplete" | "wrong" {
  const compared = Math.min(seen.length, signature.length);
  if (seen.compare(signature, 0, compared, 0, compared) !== 0) return "wrong";
  if (seen.length < prefixBytes) return "incomplete";
  const [command, family] = [seen.readUInt8(12), seen.readUInt8(13)];
  const length = prefixBytes + seen.readUInt16BE(14);
  const isLocal = command === commands.local;
  if (!isLocal && command !== commands.proxy) return "wrong";
  if (length > limits.proxyHeaderBytesMax) return "wrong";
  if (seen.length < length) return "incomplete";
  const rest = seen.subarray(length);
  if (isLocal) return { meaning: undefined, rest };
  const caller = sourceOf(family, seen.subarray(prefixBytes, length));
  return caller === undefined ? "wrong" : { meaning: caller, rest };
}

/** Returns the source address; undefined if it is not TCP, or the addresses and ports are truncated. */
function sourceOf(family: number, addresses: Buffer): string | undefined {
  if (family === families.tcpOverIpv4 && addresses.length >= 12) return addresses.subarray(0, 4).join(".");
  if (family !== families.tcpOverIpv6 || addresses.length < 36) return undefined;
  // An IPv4-mapped address is written as IPv4, so that it counts in that network.
  if (addresses.readBigUInt64BE(0) === 0n && addresses.readUInt32BE(8) === 0xffff) {
    return addresses.subarray(12, 16).join(".");
  }
  const groups = Array.from({ length: 8 }, (_, index) => addresses.readUInt16BE(2 * index).toString(16));
  return groups.join(":");
}
