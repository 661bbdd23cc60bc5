/** The bytes as they are, and as text in the usual spellings. */
function spellings(bytes: Buffer): Buffer[] {
  const hex = bytes.toString("hex");
  const base64 = inBase64(bytes);
  const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [bytes, ...[hex, hex.toUpperCase(), ...base64, ...url, [...bytes].join(",")].map((text) => Buffer.from(text))];
}

/** Of what the bytes are a part of, at any of three places, without the letters that neighbours have a share in. */
function inBase64(bytes: Buffer): string[] {
  // Of few bytes too few letters would be left; they are found by themselves.
  if (bytes.length < 16) return [bytes.toString("base64").replace(/=*$/, "")];
  return [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(4, -4),
  );
}

/** Whether the secret is there, however it is spelled. */
export function isIn(place: Buffer, secret: Buffer): boolean {
  return spellings(secret).some((spelling) => place.includes(spelling));
}
