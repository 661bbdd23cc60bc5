import type { LinkedOrder, Request } from "../domain/requests.ts";

/** A request, or an order of a linked set. */
export type Part = Request | LinkedOrder;

/** Returns the requests, with linked sets replaced by their orders. */
export function partsOf(requests: readonly Request[]): readonly Part[] {
  if (requests.every(({ kind }) => kind !== "linked")) return requests;
  return requests.flatMap((request): readonly Part[] => (request.kind === "linked" ? request.orders : [request]));
}

/** Returns the largest number of entries that a request may become. */
export function weightOf(request: Request): number {
  return request.kind === "linked" ? request.orders.length : 1;
}

/** Returns the ids of the entries that requests name: their own, and those of the transfers that they give back. */
export function entryIdsOf(parts: readonly Part[]): string[] {
  return [...parts.map(({ id }) => id), ...reversedIdsOf(parts)];
}

/** Returns the ids of the transfers that requests give back. */
export function reversedIdsOf(parts: readonly Part[]): string[] {
  const ids: string[] = [];
  for (const part of parts) if ("reverses" in part && part.reverses !== undefined) ids.push(part.reverses);
  return ids;
}
