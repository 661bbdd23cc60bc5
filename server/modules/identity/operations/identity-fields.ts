import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { isEmailAddress } from "../../../core/email-address.ts";
import { Fault } from "../../../core/fault.ts";
import { unreadableSign } from "../../../core/readable-text.ts";
import type { Entries, Scalar } from "../domain/entries.ts";

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
 * Reads entries of a profile or of metadata, which are stored unchanged.
 *
 * @throws Fault PARAMETER_INVALID for lists and objects, and beyond the bounds of number and length
 */
export function readEntries(given: JsonObject | undefined, parameter: string): Entries {
  const read: { [name: string]: Scalar } = Object.create(null);
  const entries = Object.entries(given ?? {});
  if (entries.length > entriesMax) throw invalidEntries(parameter, `must have at most ${entriesMax} entries`);
  for (const [name, value] of entries) {
    if (name.length === 0 || name.length > nameCharactersMax || !name.isWellFormed()) {
      throw invalidEntries(parameter, `must have names of 1 to ${nameCharactersMax} characters`);
    }
    const hidden =
      unreadableSign(name) ?? (typeof value === "string" ? unreadableSign(value, "paragraphs") : undefined);
    if (hidden !== undefined) {
      throw invalidEntries(parameter, `must have no ${hidden}: people could not see the text for what it is`);
    }
    if (!isScalar(value)) {
      const expected = `must be a text of at most ${textCharactersMax} characters, a finite number, true, false or null`;
      throw invalidEntries(`${parameter}.${name}`, expected);
    }
    read[name] = value;
  }
  return read;
}

function isScalar(value: JsonValue): value is Scalar {
  if (typeof value === "string") return value.length <= textCharactersMax && value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "boolean" || value === null;
}

function invalidEntries(parameter: string, expected: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter });
}
