/** Signs that hide themselves or turn what stands beside them; joiners and variations of emoji and scripts are not among them. */
const hidden =
  /\u034f|[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}]/gu;

/** Returns a text that somebody else has written with its hidden signs in sight, such as `[U+202E]`; line breaks stay. */
export function inSight(text: string): string {
  return text.replace(hidden, (sign) => {
    if (sign === "\n" || sign === "\t") return sign;
    const code = sign.codePointAt(0) as number;
    return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}
