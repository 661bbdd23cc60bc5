/** Whether a text can be the id of a relying party: a domain name in lower case, and no IP address. */
export function isDomainName(text: string): boolean {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text) || !URL.canParse(`https://${text}`)) return false;
  const { hostname } = new URL(`https://${text}`);
  // A host that ends in a number is read as an IPv4 address.
  return hostname === text && !/(^|\.)\d+$/.test(text);
}

/**
 * Returns why no page of an origin can use passkeys of a relying party; undefined if its pages can. Browsers require the
 * domain of the party or one below it (Web Authentication, section 5.1.2), and HTTPS except at `localhost`.
 */
export function originDefect(id: string, origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (hostname !== id && !hostname.endsWith(`.${id}`)) {
    return "must be at the domain WEBAUTHN_RP_ID or one below it: browsers make no passkey for another site";
  }
  if (protocol === "https:" || (protocol === "http:" && isLocal(hostname))) return undefined;
  return "must begin with https://: browsers make passkeys without it at localhost alone";
}

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}
