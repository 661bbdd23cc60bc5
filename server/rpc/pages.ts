import { Fault } from "../core/fault.ts";

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
  const message = "page_token must be from the answer before";
  return new Fault("PARAMETER_INVALID", message, { parameter: "page_token", provided });
}

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * Returns the milliseconds since 1970 of an RFC 3339 time in UTC; undefined for empty text.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function readMoment(text: string, parameter: string): number | undefined {
  if (text === "") return undefined;
  const ms = momentForm.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse accepts the 30th of February as a day in March.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19)) return ms;
  throw new Fault("PARAMETER_INVALID", `${parameter} must be a time in UTC such as 2026-11-21T00:00:00Z`, {
    parameter,
    provided: text,
  });
}
