/** Layout of a text: one line, or paragraphs with line breaks and tabs. */
export type TextForm = "line" | "paragraphs";

/**
 * Returns the first character of a text that is invisible or misleading, such as `U+202E`; undefined if there is none.
 *
 * The rule is that of PRECIS' FreeformClass (RFC 8264, section 4.3): no control characters, characters that change the
 * direction of writing, invisible or unassigned ones, characters for private use or lone surrogates. Joiners and
 * variation selectors are legal where a script or an emoji needs them (RFC 5892, appendix A). Unlike there, conjoining
 * jamo are legal, because decomposed Korean uses them: texts are not normalised, since they may be signed.
 */
export function unreadableSign(text: string, form: TextForm = "line"): string | undefined {
  if (printableAscii.test(text)) return undefined;
  const plain = text.replace(taggedFlags, "🏴");
  for (const { 0: sign, index } of plain.matchAll(suspects)) {
    if (form === "paragraphs" && /^[\t\n\r]$/.test(sign)) continue;
    const before = plain.slice(Math.max(0, index - contextMax), index);
    const after = plain.slice(index + sign.length, index + sign.length + contextMax);
    if (!isNeeded(sign, before, after)) return nameOf(sign);
  }
  return undefined;
}

/** Whether a text shows anything at all. */
export function isVisible(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(text);
}

/** UTF-16 units of context that decide whether a character is needed: a letter with its marks. */
const contextMax = 16;

const printableAscii = /^[\x20-\x7e]*$/;

/** Characters that are legal only in some context, or never. */
const suspects =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|\p{M}{9}/gu;

/** Flags of regions such as Scotland: a black flag, tags, and their end. */
const taggedFlags = /\u{1F3F4}[\u{E0061}-\u{E007A}\u{E0030}-\u{E0039}]{3,6}\u{E007F}/gu;

function isNeeded(sign: string, before: string, after: string): boolean {
  if (sign === "\u200c") return isAfterVirama.test(before) || (joinsOn.test(before) && joinsBack.test(after));
  if (sign === "\u200d") {
    const joinsEmoji = endsInPicture.test(before) && beginsWithPicture.test(after);
    const joinsIndic = isAfterVirama.test(before) || (/\p{L}\p{M}*$/u.test(before) && beginsWithVirama.test(after));
    return joinsEmoji || joinsIndic || (joinsOn.test(before) && !/^\p{L}/u.test(after));
  }
  if (/^[\ufe0e\ufe0f]$/.test(sign)) {
    return /(?:\p{Extended_Pictographic}|\p{Emoji_Presentation})$/u.test(before) || isKeycap(before, after);
  }
  if (/^[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u.test(sign)) return /\p{Ideographic}$/u.test(before);
  if (/^[\u180b-\u180d\u180f]$/.test(sign)) return /\p{Script=Mongolian}$/u.test(before);
  // An empty Braille cell is the space of Braille.
  return sign === "\u2800" && /[\u2801-\u28ff]/.test(before + after);
}

function isKeycap(before: string, after: string): boolean {
  return /[0-9#*]$/.test(before) && after.startsWith("\u20e3");
}

/** Viramas, which join the letters of a syllable: characters of the combining class 9. */
const viramas =
  "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734" +
  "\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}" +
  "\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}" +
  "\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}";
const isAfterVirama = new RegExp(`[${viramas}]$`, "u");
const beginsWithVirama = new RegExp(`^[${viramas}]`, "u");

/** Letters of cursive scripts. */
const joined =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Adlam}\\p{Script=Hanifi_Rohingya}";
/** Arabic letters that do not join to the next one, so that a joiner after them changes nothing. */
const apart =
  "\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0675\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2-\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779";
const joinsOn = new RegExp(`(?=[${joined}])(?=\\p{L})(?![${apart}]).\\p{M}*$`, "u");
const joinsBack = new RegExp(`^\\p{M}*(?=[${joined}])(?=\\p{L})[^\u0621\u0674]`, "u");

const endsInPicture = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const beginsWithPicture = /^\p{Extended_Pictographic}/u;

function nameOf(sign: string): string {
  if (/^\p{M}{9}$/u.test(sign)) return "more than 8 marks on one letter";
  const code = sign.codePointAt(0) as number;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
