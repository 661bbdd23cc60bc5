/** Returns the bytes themselves, and their usual text encodings: hexadecimal, base64, base64url and decimal. */
function encodings(bytes: Buffer): Buffer[] {
  const hex = bytes.toString("hex");
  const base64 = inBase64(bytes);
  const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [bytes, ...[hex, hex.toUpperCase(), ...base64, ...url, [...bytes].join(",")].map((text) => Buffer.from(text))];
}

/** Returns the base64 of the bytes at each of the three offsets, without letters that depend on neighbouring bytes. */
function inBase64(bytes: Buffer): string[] {
  // For few bytes too few letters would remain, so they are searched only at offset 0.
  if (bytes.length < 16) return [bytes.toString("base64").replace(/=*$/, "")];
  return [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(4, -4),
  );
}

/** Whether the bytes contain the secret in any of the usual encodings. */
export function containsSecret(bytes: Buffer, secret: Buffer): boolean {
  return encodings(secret).some((encoding) => bytes.includes(encoding));
}
