import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** The destination of a request as the request states it, and signs of its origin. */
export interface Addressee {
  /** Every host that the request names: in an absolute target, in `:authority` and in Host. */
  readonly hosts: readonly string[];
  /** Local port at which it arrived; undefined once the connection is gone. */
  readonly port: number | undefined;
  readonly verb: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns the addressee of an HTTP/1 request. The host of an absolute target overrides Host (RFC 9112, section 3.2.2).
 */
export function addresseeOf({ url = "", method = "", headers, socket }: IncomingMessage): Addressee {
  const [, authority] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  const hosts = [authority, headers.host].filter((host) => host !== undefined);
  return { hosts, port: socket.localPort, verb: method, headers };
}
