/**
 * Returns the type and subtype of a Content-Type in lower case, without parameters (RFC 9110, section 8.3.1: both are
 * case-insensitive).
 */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return "";
  const end = contentType.indexOf(";");
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** Returns the parameters of a Content-Type as `name=value`, in lower case and without quotes. */
export function parametersOf(contentType: string): string[] {
  const [, ...parameters] = contentType.toLowerCase().split(";");
  return parameters.map((parameter) => parameter.trim().replace(/^([^=]*)="(.*)"$/, "$1=$2")).filter(Boolean);
}

/** Whether a parameter of a Content-Type, as `parametersOf` returns it, is the charset UTF-8. */
export function isUtf8(parameter: string): boolean {
  return /^charset=utf-?8$/.test(parameter);
}

/** Whether a Content-Type names another charset than UTF-8. */
export function hasForeignCharset(contentType: string): boolean {
  return parametersOf(contentType).some((parameter) => /^charset\b/.test(parameter) && !isUtf8(parameter));
}

/** Returns the content codings of a Content-Encoding in lower case (RFC 9110, section 8.4.1), without `identity`. */
export function codingsOf(contentEncoding: string | string[] | undefined): string[] {
  const codings = String(contentEncoding ?? "").split(",");
  return codings
    .map((coding) => unaliased(coding.trim().toLowerCase()))
    .filter((coding) => coding !== "" && coding !== "identity");
}

/**
 * Chooses the coding of an answer among the available ones by an Accept-Encoding (RFC 9110, section 12.5.3): the one
 * with the greatest weight, or among equals the first. Undefined for no coding.
 */
export function chooseCoding(accepted: string | string[] | undefined, available: Iterable<string>): string | undefined {
  if (accepted === undefined || accepted === "") return undefined;
  const names = new Set(available);
  const weights = weightsOf(String(accepted));
  // `identity` is always acceptable, and preferred only if it has a weight.
  let greatest = weights.get("identity") ?? 0;
  let chosen: string | undefined;
  for (const [named, weight] of weights) {
    const name = named === "*" ? [...names].find((other) => !weights.has(other)) : named;
    if (name === undefined || !names.has(name) || weight === 0 || weight < greatest) continue;
    if (chosen !== undefined && weight === greatest) continue;
    greatest = weight;
    chosen = name;
  }
  return chosen;
}

/** Weights by coding. `x-gzip` is gzip (RFC 9110, section 8.4.1.3). A malformed weight refuses its coding. */
function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    if (name === "") continue;
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const written = weight?.slice(weight.indexOf("=") + 1).trim();
    const isWeight = written === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(written);
    const coding = unaliased(name);
    if (!weights.has(coding)) weights.set(coding, written === undefined ? 1 : isWeight ? Number(written) : 0);
  }
  return weights;
}

function unaliased(coding: string): string {
  return coding === "x-gzip" ? "gzip" : coding;
}
