import { domainToASCII } from "node:url";

/** Longest local part and address that SMTP carries, in octets (RFC 5321, 4.5.3.1; erratum 1690 of RFC 3696). */
const localOctetsMax = 64;
const addressOctetsMax = 254;

/** An e-mail address, ready to be sent to. */
export interface EmailAddress {
  /** As written: only the mailbox's host knows how to interpret it. */
  readonly local: string;
  /** In its DNS form: A-labels in lower case. */
  readonly domain: string;
  /** Whether only servers with SMTPUTF8 (RFC 6531) can carry it. */
  readonly needsUtf8: boolean;
}

/**
 * Reads one plain e-mail address; undefined if the text is none. Rejects quoted names, comments, lists, invisible and
 * control characters: some are legal, but people do not use them, and attackers inject headers with them.
 */
export function readEmailAddress(text: string): EmailAddress | undefined {
  const [, local = "", written = ""] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  if (!localPart.test(local) || !domainPart.test(written) || invisible.test(text) || !text.isWellFormed())
    return undefined;
  const domain = domainToASCII(written);
  // A name whose last label is a number would be read as an IPv4 address.
  if (!asciiDomain.test(domain) || /\.\d+$/.test(domain)) return undefined;
  if (octets(local) > localOctetsMax || octets(`${local}@${domain}`) > addressOctetsMax) return undefined;
  return { local, domain, needsUtf8: octets(local) > local.length };
}

export function isEmailAddress(text: string): boolean {
  return readEmailAddress(text) !== undefined;
}

/**
 * Returns the canonical spelling of an address's mailbox, without differences of case, of Unicode normal forms, and of
 * domain spellings. A text that is no address is returned unchanged.
 */
export function mailboxOf(text: string): string {
  const address = readEmailAddress(text);
  if (address === undefined) return text;
  // Character by character, since the lower case of a character in a word depends on its position (a final sigma).
  const local = Array.from(address.local.normalize("NFC"), (sign) => sign.toLowerCase()).join("");
  return `${local.normalize("NFC")}@${address.domain}`;
}

/** Whether two addresses name the same mailbox; two absent ones count as the same. */
export function isSameMailbox(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return mailboxOf(one) === mailboxOf(other);
}

function octets(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

// Marks follow letters: Hindi, Thai and decomposed accents use them.
const localPart =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-][\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]*(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-][\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]*)*$/u;
const domainPart = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*([.\u3002\uff0e\uff61][\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)+$/u;
const asciiDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
