import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  normalPassword,
  passwordDefect,
  pinDefect,
} from "../../../../server/modules/verification/domain/secret-rules.ts";
import {
  securityAnswersDefect,
  securityAnswersText,
} from "../../../../server/modules/verification/domain/security-answers.ts";
import { law } from "../../../support/laws/law.ts";

const owner = { username: "Ada-of-Lovelace", email: "countess.ada@example.org" };

describe("a password", () => {
  it.each([
    "wandering oboe 7",
    "zwölf Ähren im Wind",
    "🦜🦜 parrots sing",
    "x7#kQ9!vLm2p",
    "k".repeat(200) + "q".repeat(56),
  ])("may be %j", (password) => expect(passwordDefect(password, owner)).toBeUndefined());

  it.each([
    "password1234",
    "Password123!!",
    "123456789012",
    "QWERTYUIOPAS",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "abcdefghijklmnop",
    "987654321098",
    "correcthorsebatterystaple",
    "!!!sunshine!!!",
    "ada-OF-lovelace",
    "Countess.Ada@example.org",
    "countess.ada",
    "ｐａｓｓｗｏｒｄ１２３４",
  ])("must not be %j", (password) => expect(passwordDefect(password, owner)).toEqual(expect.any(String)));

  it("has 12 to 256 characters, counted after NFKC normalization", () => {
    const text = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join("");
    expect(passwordDefect(text.slice(0, 11), owner)).toContain("12 to 256");
    expect(passwordDefect(text.slice(0, 12), owner)).toBeUndefined();
    expect(passwordDefect(text.slice(0, 256), owner)).toBeUndefined();
    expect(passwordDefect(text.slice(0, 257), owner)).toContain("12 to 256");
    // Each pair becomes one character.
    expect(passwordDefect("e\u0301o\u0308u\u0308a\u0302i\u0300n\u0303", owner)).toContain("12 to 256");
    expect(passwordDefect("x".repeat(1_000_000), owner)).toContain("12 to 256");
    expect(passwordDefect(`lone surrogate \ud800`, owner)).toContain("valid text");
  });

  law("is never quoted when it is refused", fc.string({ minLength: 4 }), (password) => {
    const defect = passwordDefect(password, owner);
    expect(defect ?? "").toMatch(/^$|^the password |^a password has 12 to 256 characters$/);
  });

  law("is the same in every Unicode normalization form", fc.string({ unit: "grapheme" }), (text) => {
    expect(normalPassword(text.normalize("NFD"))).toBe(normalPassword(text.normalize("NFC")));
  });
});

describe("a PIN", () => {
  it.each(["483920", "019283", "772031", "483920174658"])("may be %s", (pin) => expect(pinDefect(pin)).toBeUndefined());

  it.each(["48392", "4839201746583", "48392a", "４８３９２０", "48 392", ""])("of 6 to 12 digits is not %j", (pin) =>
    expect(pinDefect(pin)).toBe("a PIN has 6 to 12 digits"),
  );

  it.each([
    "000000",
    "123456",
    "654321",
    "890123",
    "210987",
    "121212",
    "123123",
    "112233",
    "332211",
    "159753",
    "12121212",
  ])("must not be %s", (pin) => expect(pinDefect(pin)).toBe("the PIN is too easily guessed"));
});

describe("security answers", () => {
  const answers = [
    { question: "first-pet", answer: "St. Mary's Cat" },
    { question: "street", answer: "Zähringerstraße" },
    { question: "teacher", answer: "O'Brien" },
  ];

  it("are the same in any order, case and punctuation", () => {
    const again = [
      { question: "teacher", answer: " o brien " },
      { question: "first-pet", answer: "st marys CAT" },
      { question: "street", answer: "Za\u0308hringerstraße." },
    ];
    expect(securityAnswersText(again)).toBe(securityAnswersText(answers));
  });

  it("differ when questions exchange their answers", () => {
    const swapped = answers.map(({ question }, i) => ({ question, answer: answers[(i + 1) % 3]?.answer ?? "" }));
    expect(securityAnswersText(swapped)).not.toBe(securityAnswersText(answers));
  });

  it.each([
    ["too few", answers.slice(1)],
    ["a question twice", [...answers, { question: "street", answer: "another" }]],
    ["the same answers", [...answers, { question: "aunt", answer: "obrien" }]],
    ["nothing but punctuation", [...answers, { question: "aunt", answer: "?!" }]],
    ["the username", [...answers, { question: "aunt", answer: "ada of lovelace" }]],
    ["an answer that is too long", [...answers, { question: "aunt", answer: "x".repeat(129) }]],
  ])("are refused: %s", (_, refused) => expect(securityAnswersDefect(refused, owner)).toEqual(expect.any(String)));

  it("are accepted otherwise", () => expect(securityAnswersDefect(answers, owner)).toBeUndefined());
});
