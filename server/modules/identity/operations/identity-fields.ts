import { isEmailAddress } from "../../../core/email-address.ts";
import { Fault } from "../../../core/fault.ts";

/**
 * Reads an e-mail address.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function readEmail(text: string): string {
  if (isEmailAddress(text)) return text;
  throw new Fault("PARAMETER_INVALID", "email must be an e-mail address", { parameter: "email" });
}

const entriesMax = 64;
const nameCharactersMax = 64;
const textCharactersMax = 2048;

/**
 * Reads entries of a profile or of metadata.
 *
 * @throws Fault PARAMETER_INVALID beyond the bounds of number and length
 */
export function readEntries(
  entries: { [name: string]: string } | undefined,
  parameter: string,
): { [name: string]: string } {
  const read: { [name: string]: string } = Object.create(null);
  const names = Object.keys(entries ?? {});
  if (names.length > entriesMax) throw invalidEntries(parameter, `must have at most ${entriesMax} entries`);
  for (const name of names) {
    const text = entries?.[name] as string;
    if (name.length === 0 || name.length > nameCharactersMax) {
      throw invalidEntries(parameter, `must have names of 1 to ${nameCharactersMax} characters`);
    }
    if (text.length > textCharactersMax)
      throw invalidEntries(parameter, `must have texts of at most ${textCharactersMax} characters`);
    read[name] = text;
  }
  return read;
}

function invalidEntries(parameter: string, expected: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter });
}
