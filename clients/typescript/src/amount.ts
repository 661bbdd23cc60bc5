import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AmountSchema } from "#contract/wallet/v1/money_pb.js";

/** Converts a decimal such as "12.5" to an amount for requests of the generated clients. */
export function decimal(text: string): MessageInitShape<typeof AmountSchema> {
  return { form: { case: "decimal", value: text } };
}

/**
 * Returns the problem of an amount written by a person, as a sentence that states the format; undefined for a valid
 * one.
 */
export function amountProblem(text: string, scale = 12): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    if (/^[0.]+$/.test(text)) return "The amount must be more than 0.";
    const decimals = text.replace(/^\d+\.?/, "").replace(/0+$/, "");
    return decimals.length > scale
      ? `The amount has ${decimals.length} decimal places, of which there are at most ${scale}.`
      : undefined;
  }
  const meant = withPoint(text.replace(/[\s'’_]/g, ""));
  const advice = meant === undefined ? "Write digits, and a point before the decimals, such as 12.5" : `Write ${meant}`;
  return `${advice}: an amount has no sign, and nothing separates the thousands.`;
}

/** Replaces a decimal comma by a point; undefined if the meaning of the commas is unclear. */
function withPoint(text: string): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text;
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return text.replaceAll(",", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  return /^\d+,\d+$/.test(text) && !/^\d{1,3},\d{3}$/.test(text) ? text.replace(",", ".") : undefined;
}
