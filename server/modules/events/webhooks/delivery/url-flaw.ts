import { isIP } from "node:net";
import { isPublicAddress } from "./address.ts";

/** Returns why a URL cannot be that of an endpoint; undefined if it can. */
export function urlFlaw(text: string, allowsAny: boolean): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be a URL such as https://example.org/events";
  if (url.username !== "" || url.password !== "") return "must have no credentials, which would be in logs";
  if (allowsAny) return undefined;
  if (url.protocol !== "https:") return "must begin with https";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !isPublicAddress(host) ? "must not be a private address" : undefined;
}
