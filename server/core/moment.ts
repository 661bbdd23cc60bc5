const form = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+ -])(\d\d):(\d\d))$/;

/** A moment as milliseconds since 1970, and whether it is a fraction of a millisecond later than that. */
export interface Moment {
  readonly ms: number;
  readonly isLater: boolean;
}

/**
 * Reads a time of RFC 3339: in UTC or with an offset, with up to nine fractional digits; undefined for any other text.
 * A plus sign that URL decoding turned into a space is accepted. A leap second, which only the last second of a month
 * in UTC can be, is read as the first moment after it, as in POSIX.
 */
export function momentOf(text: string): Moment | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] = found;
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  const [oh, om] = [Number(offsetHour), Number(offsetMinute)];
  if (h > 23 || m > 59 || s > 60 || oh > 23 || om > 59) return undefined;
  const date = new Date(0);
  // Uses a setter, since Date.UTC reads the year 99 as 1999.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const offset = (oh * 60 + om) * (sign === "-" ? -1 : 1);
  const wholeMs = date.getTime() + ((h * 60 + m - offset) * 60 + s) * 1000;
  if (s === 60 && !isStartOfMonth(wholeMs)) return undefined;
  const padded = fraction.padEnd(9, "0");
  const ms = wholeMs + (s === 60 ? 0 : Number(padded.slice(0, 3)));
  return { ms, isLater: s !== 60 && /[1-9]/.test(padded.slice(3)) };
}

function isStartOfMonth(ms: number): boolean {
  const date = new Date(ms);
  return date.getUTCDate() === 1 && ms % 86_400_000 === 0;
}
