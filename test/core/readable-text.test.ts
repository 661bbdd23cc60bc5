import { expect, test } from "vitest";
import { isVisible, unreadableSign } from "../../server/core/readable-text.ts";
import { legitimateTexts, unreadableTexts } from "../support/texts.ts";

test.each(legitimateTexts)("unreadableSign() finds nothing in %s: %s", (_, text) => {
  expect(unreadableSign(text)).toBeUndefined();
  expect(unreadableSign(text.normalize("NFD"))).toBeUndefined();
  expect(isVisible(text)).toBe(true);
});

test.each(unreadableTexts)("unreadableSign() names %s", (_, text, sign) => {
  expect(unreadableSign(text)).toBe(sign);
});

test("unreadableSign() lets paragraphs have line breaks and tabs, and nothing else", () => {
  expect(unreadableSign("one\r\ntwo\tthree\n\nfour", "paragraphs")).toBeUndefined();
  expect(unreadableSign("one\ntwo")).toBe("U+000A");
  expect(unreadableSign("one\vtwo", "paragraphs")).toBe("U+000B");
  expect(unreadableSign("one\u2028two", "paragraphs")).toBe("U+2028");
});

test.each(["", " ", "\t\n", "\u00a0\u2003\u3000", "\u2800", "\u3164", "\u200b"])(
  "isVisible() is false for %j",
  (text) => {
    expect(isVisible(text)).toBe(false);
  },
);

test("unreadableSign() takes a time that grows with the length, whatever the text", () => {
  const hostile = ["\u0301".repeat(50_000), "ب\u200c".repeat(50_000), "\u{1f469}\u200d".repeat(50_000)];
  for (const text of hostile) expect(typeof (unreadableSign(text) ?? "")).toBe("string");
});
