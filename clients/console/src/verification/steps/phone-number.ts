/** A phone number as E.164 writes it: without spaces and signs, and with + in place of 00. */
export function normalNumber(typed: string): string {
  return typed.replaceAll(/[\s()./-]/g, "").replace(/^00/, "+");
}
