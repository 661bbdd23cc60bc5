/** The longest address that SMTP carries (RFC 5321). */
const emailCharactersMax = 254;

/**
 * Whether a text is one plain e-mail address. Quoted names, comments, lists and control characters are rejected: some
 * are legal, but people do not use them, and attackers inject headers with them.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > emailCharactersMax) return false;
  const [, local, domain] = /^([^@]{1,64})@([^@]+)$/.exec(text) ?? [];
  return local !== undefined && domain !== undefined && localPart.test(local) && domainPart.test(domain);
}

const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainPart =
  /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
