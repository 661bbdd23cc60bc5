import type { UpgradeRequest } from "../../http/port.ts";

/** Whether a request asks for a WebSocket at a path of the channel. */
export function asksForChannel({ method, url = "", headers }: UpgradeRequest): boolean {
  return method === "GET" && url.startsWith("/channel/") && headers.upgrade?.toLowerCase() === "websocket";
}
