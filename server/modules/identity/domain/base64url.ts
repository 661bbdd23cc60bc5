/**
 * Decodes base64url (RFC 4648, section 5) in its canonical form: no padding, no white space, and no extra bits at the
 * end. Undefined for any other text.
 */
export function bytesOfBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
