import { expect, test } from "vitest";
import { inSight } from "../../../clients/console/src/ui/in-sight.ts";
import { legitimateTexts } from "../../support/texts.ts";

test.each([
  ["invoice \u202e00.001 rof", "invoice [U+202E]00.001 rof"],
  ["a\u0000b\u001b[2J", "a[U+0000]b[U+001B][2J"],
  ["ad\u200ba\ufeff", "ad[U+200B]a[U+FEFF]"],
  ["one\ntwo\tthree", "one\ntwo\tthree"],
])("inSight(%j) shows what hides", (text, shown) => {
  expect(inSight(text)).toBe(shown);
});

test.each(legitimateTexts)("inSight() leaves %s as it is", (_, text) => {
  expect(inSight(text)).toBe(text);
});
