import { expect, test } from "vitest";
import { jsonText, labelled, printable, table } from "../../../clients/cli/text.ts";
import { inSight } from "../../../clients/console/src/ui/in-sight.ts";

/** Signs that clear a screen, turn the direction, or show nothing, as names that were stored before the rule may have. */
const signs = ["\u001b", "\u009b", "\u202e", "\u2028", "\u200b", "\u3164", "\u2800", "\ufeff", "\u{e0041}", "\ud800"];
const legal = "Zoë 👩\u200d🚀 ❤\ufe0f \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} کتاب\u200cها";

test.each(signs)("%j is escaped in labels, values, columns and cells", (sign) => {
  const name = `a${sign}b`;
  const escaped = `a\\u{${sign.codePointAt(0)?.toString(16)}}b`;
  expect(printable(name)).toBe(escaped);
  expect(labelled({ [name]: name })).toContain(`${escaped.padEnd(12)} ${escaped}`);
  expect(table([{ [name]: name }])).toBe(`${escaped}\n${escaped}\n`);
});

test.each(signs)("JSON on a terminal has %j escaped, and means the same", (sign) => {
  const value = { [`a${sign}b`]: [`${sign}\n`] };
  for (const indent of [undefined, 2]) {
    const text = jsonText(value, indent);
    expect(text).not.toContain(sign);
    expect(JSON.parse(text)).toEqual(value);
  }
});

test("the console shows each of them by its number", () => {
  for (const sign of signs) expect(inSight(`a${sign}b`)).toMatch(/^a\[U\+[0-9A-F]{4,6}\]b$/);
});

test("what scripts and emoji need stays as it is", () => {
  expect([printable(legal), inSight(legal), JSON.parse(jsonText(legal))]).toEqual([legal, legal, legal]);
  expect(jsonText(legal)).toBe(JSON.stringify(legal));
});
