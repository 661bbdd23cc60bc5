import { Fault } from "../core/fault.ts";

/** Members of a request that say to which version of a resource a change applies. */
export interface VersionTerms {
  /** Absent: any version that `ifMatch` admits. */
  readonly version?: number | undefined;
  /** Entity tags as in the header `If-Match`; empty: none. */
  readonly ifMatch: string;
}

/** Versions to which a change applies; undefined: any. */
type Admitted = readonly number[] | undefined;

/** Tries to change a resource from one version to the next; undefined if another change was faster. */
type Attempt<Result> = (requireVersion: (version: number) => void) => Promise<Result | undefined>;

/**
 * Changes a resource under optimistic concurrency. An attempt that another change has overtaken is made again on what that
 * has left, so that a call which names no version is refused for none.
 *
 * @throws Fault VERSION_MISMATCH if the call does not apply to the present version, PARAMETER_INVALID for tags that are none
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
  throw new Fault("RESOURCE_CONFLICT", "Others change this all the time; nothing was changed. Send the call again.");
}

/** Most tries of a call. At least one of those that are made at once succeeds in each round. */
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
  // The comparison is strong: a weak tag matches nothing, as does one that is no version.
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
