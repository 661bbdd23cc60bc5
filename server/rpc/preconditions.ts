import { Fault } from "../core/fault.ts";

/** Members of a request that select the version of a resource to which a change applies. */
export interface VersionTerms {
  /** Absent: any version that `ifMatch` allows. */
  readonly version?: number | undefined;
  /** Entity tags as in the header `If-Match`; empty: none. */
  readonly ifMatch: string;
}

/** Versions to which a change applies; undefined: any. */
type Admitted = readonly number[] | undefined;

/** Tries to change a resource from one version to the next; undefined if another change came first. */
type Attempt<Result> = (requireVersion: (version: number) => void) => Promise<Result | undefined>;

/**
 * Changes a resource under optimistic concurrency. An attempt that lost to another change is repeated on the new
 * version, so that a call without a version never fails for that reason.
 *
 * @throws Fault VERSION_MISMATCH if the call does not apply to the present version, PARAMETER_INVALID for malformed
 *   tags
 */
export async function changedAtVersion<Result>(terms: VersionTerms, attempt: Attempt<Result>): Promise<Result> {
  const admitted = admittedBy(terms);
  const requireVersion = (version: number) => {
    if (admitted === undefined || admitted.includes(version)) return;
    throw otherVersion(version, terms, admitted);
  };
  for (let tries = 0; tries < triesMax; tries++) {
    const result = await attempt(requireVersion);
    if (result !== undefined) return result;
  }
  throw new Fault(
    "RESOURCE_CONFLICT",
    "Concurrent changes prevented this one; nothing was changed. Send the call again.",
  );
}

/** Most attempts of a call. In each round, at least one of the concurrent attempts succeeds. */
const triesMax = 200;

function admittedBy({ version, ifMatch }: VersionTerms): Admitted {
  if (version !== undefined) return [version];
  const text = ifMatch.trim();
  if (text === "" || text === "*") return undefined;
  if (!tagList.test(text)) {
    const parameter = "if_match";
    const expected = 'must be * or entity tags such as "3" (RFC 9110, section 8.8.3)';
    throw new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided: ifMatch });
  }
  // The comparison is strong: a weak tag, or one that is no version, matches nothing.
  return [...text.matchAll(eachTag)].flatMap(([, weak, quoted, bare]) => {
    const tag = quoted ?? bare ?? "";
    return weak === undefined && /^[1-9]\d{0,9}$/.test(tag) ? [Number(tag)] : [];
  });
}

/** An entity tag; or a version without quotes, as some clients send it. */
const tag = String.raw`(W/)?(?:"([\x21\x23-\x7e\x80-\xff]*)"|(\d{1,10}))`;
const tagList = new RegExp(`^(?:,\\s*)*${tag}(?:\\s*,\\s*(?:${tag})?)*$`);
const eachTag = new RegExp(tag, "g");

function otherVersion(present: number, { version, ifMatch }: VersionTerms, admitted: readonly number[]): Fault {
  const provided = version ?? (admitted.length === 1 ? admitted[0] : ifMatch);
  const parameter = typeof provided === "number" ? "version" : "if_match";
  return new Fault("VERSION_MISMATCH", `The call does not apply to version ${present}, which is the present one.`, {
    parameter,
    provided,
  });
}
