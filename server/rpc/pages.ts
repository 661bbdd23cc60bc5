import { Fault } from "../core/fault.ts";
import { momentOf } from "../core/moment.ts";

/**
 * Returns the sequence number before which a page ends; undefined for the first page.
 *
 * @throws Fault PARAMETER_INVALID for a token that is not from an earlier page
 */
export function pageEnd(pageToken: string): number | undefined {
  if (pageToken === "") return undefined;
  if (/^[1-9]\d{0,15}$/.test(pageToken) && Number.isSafeInteger(Number(pageToken))) return Number(pageToken);
  throw foreignToken(pageToken);
}

/**
 * Returns the UUID before which a page ends; undefined for the first page.
 *
 * @throws Fault PARAMETER_INVALID for a token that is not from an earlier page
 */
export function pageEndId(pageToken: string): string | undefined {
  if (pageToken === "") return undefined;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(pageToken)) return pageToken;
  throw foreignToken(pageToken);
}

/** Fault of a page token that is not from an earlier page. */
export function foreignToken(provided: string): Fault {
  const message = "page_token must be from the previous answer";
  return new Fault("PARAMETER_INVALID", message, { parameter: "page_token", provided });
}

/**
 * Returns the milliseconds since 1970 of an RFC 3339 time; undefined for empty text. Rounds a fraction of a millisecond
 * down, or up for an inclusive lower or exclusive upper bound; times of the service have none.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function readMoment(text: string, parameter: string, fraction: "up" | "down" = "down"): number | undefined {
  if (text === "") return undefined;
  const moment = momentOf(text);
  if (moment !== undefined) return moment.ms + (moment.isLater && fraction === "up" ? 1 : 0);
  const expected = "must be a time of RFC 3339 such as 2026-11-21T00:00:00Z or 2026-11-21T02:00:00+02:00";
  throw new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided: text });
}
