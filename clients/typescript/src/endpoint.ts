/**
 * Refuses an endpoint such as `localhost:8080`, with which all calls would fail without a clear reason.
 *
 * @throws RangeError
 */
export function requireWebAddress(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new RangeError(`${url} is no endpoint: give a URL such as https://platonic.example`);
}

/** Returns the origin of an http, https, ws or wss URL, where ws counts as http and wss as https; undefined for any other text. */
export function webOrigin(url: string): string | undefined {
  const { protocol = "", host = "" } = URL.canParse(url) ? new URL(url) : {};
  return /^(http|ws)s?:$/.test(protocol) ? `${protocol.replace("ws", "http")}//${host}` : undefined;
}

/** Whether a URL names this machine, so that nobody can intercept what is sent there. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Refuses an endpoint to which credentials would be sent unencrypted.
 *
 * @throws RangeError
 */
export function requireEncrypted(url: string): void {
  const { protocol } = new URL(url);
  if (protocol === "https:" || isLoopback(url)) return;
  throw new RangeError(
    `${url} must begin with https: without encryption, others could read the credentials and use them`,
  );
}
