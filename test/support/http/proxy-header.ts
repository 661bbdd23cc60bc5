/** Parts of a PROXY protocol header, version 2. Defaults: those of a TCP connection forwarded by a proxy. */
export interface ProxyHeaderParts {
  readonly signature?: Buffer;
  readonly command?: number;
  readonly family?: number;
  /** Addresses, ports and extensions. */
  readonly payload: Buffer;
  /** Declared length of the payload, if it differs. */
  readonly length?: number;
}

export const proxySignature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");

/** Builds a header byte by byte. */
export function proxyHeader(parts: ProxyHeaderParts): Buffer {
  const { signature = proxySignature, command = 0x21, family = 0x11, payload, length = payload.length } = parts;
  return Buffer.concat([signature, Buffer.from([command, family, length >> 8, length & 0xff]), payload]);
}

/** Returns the payload of a TCP connection from an IPv4 address. */
export function ipv4Payload(source: string): Buffer {
  return Buffer.from([...source.split(".").map(Number), 10, 0, 0, 1, 0x12, 0x67, 0x1f, 0x90]);
}

/** Returns the payload of a TCP connection from an IPv6 address, given as 32 hexadecimal digits. */
export function ipv6Payload(source: string): Buffer {
  return Buffer.concat([Buffer.from(source, "hex"), Buffer.alloc(16, 1), Buffer.from([0x12, 0x67, 0x1f, 0x90])]);
}

/** Returns the header with which a proxy forwards a connection from an IPv4 address. */
export function proxyHeaderOf(source: string): Buffer {
  return proxyHeader({ payload: ipv4Payload(source) });
}
