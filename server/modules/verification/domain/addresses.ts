import { mailboxOf } from "../../../core/email-address.ts";

/** Whether a text is a phone number in the format of E.164, such as +41441234567. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(text);
}

/**
 * Returns one spelling for all addresses and numbers that reach the same person, by which sent messages are counted. In
 * rare cases two people share a spelling, and then a limit; so it is used only for limits.
 */
export function recipientOf(address: string): string {
  if (isPhoneNumber(address)) return lineOf(address);
  // The part after the plus is for the recipient's own sorting (RFC 5233).
  return mailboxOf(address).replace(/^([^@+]+)\+[^@]*@/, "$1@");
}

/** Returns a number without the zeros that people write after the country code, and that networks ignore. */
function lineOf(number: string): string {
  const country = countryCode.exec(number)?.[0] ?? "";
  return `${country}${number.slice(country.length).replace(/^0+/, "")}`;
}

/** Country codes of E.164: two of one digit, some of two, all others of three. */
const countryCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
