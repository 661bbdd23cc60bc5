import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AmountSchema } from "#contract/wallet/v1/money_pb.js";

/** Returns an amount for requests of the generated clients, from a decimal such as "12.5". */
export function decimal(text: string): MessageInitShape<typeof AmountSchema> {
  return { form: { case: "decimal", value: text } };
}

/** Returns what is wrong with an amount that a person has written, as a sentence that tells its format; undefined for a good one. */
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

/** Reads an amount with commas as it was meant; undefined if that is not clear. */
function withPoint(text: string): string | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text;
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) return text.replaceAll(",", "");
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  return /^\d+,\d+$/.test(text) && !/^\d{1,3},\d{3}$/.test(text) ? text.replace(",", ".") : undefined;
}
