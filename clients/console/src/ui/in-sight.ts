/**
 * Matches characters that are invisible or change the direction of the text around them, except joiners and variation
 * selectors of emoji and scripts. The first alternative is flags of regions such as Scotland, which need theirs.
 */
const hidden =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\u034f|(?<![\u2801-\u28ff])\u2800(?![\u2801-\u28ff])|[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}]/gu;

/** Replaces each hidden character of a text by the result of a function. */
export function withHiddenSigns(text: string, written: (sign: string) => string): string {
  return text.replace(hidden, (sign) => (sign.startsWith("\u{1f3f4}") ? sign : written(sign)));
}

/** Makes the hidden characters of somebody else's text visible, for example as `[U+202E]`; line breaks stay. */
export function inSight(text: string): string {
  return withHiddenSigns(text, (sign) => {
    if (sign === "\n" || sign === "\t") return sign;
    const code = sign.codePointAt(0) as number;
    return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}
