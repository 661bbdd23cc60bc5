/** Converts a phone number to E.164: removes spaces and punctuation, and replaces 00 by +. */
export function normalNumber(typed: string): string {
  return typed.replaceAll(/[\s()./-]/g, "").replace(/^00/, "+");
}
