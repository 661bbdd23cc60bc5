/**
 * The bytes that a text stands for in base64url (RFC 4648, section 5), if the text is their only spelling: no padding,
 * no white space, and no stray bits at the end.
 */
export function bytesOfBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
