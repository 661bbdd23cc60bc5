import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmailAddress, isSameMailbox, mailboxOf } from "../../server/core/email-address.ts";
import { anyCharacter } from "../support/laws/characters.ts";
import { law } from "../support/laws/law.ts";

describe("an e-mail address", () => {
  it.each([
    "a@b.org",
    "ada.l+x@sub.example.org",
    "jörg@bücher.example",
    "o'b@example.org",
    "jo\u0308rg@bu\u0308cher.example",
    "हिन्दी@उदाहरण.परीक्षा",
    "ผู้ใช้.ไทย@ไทย.ไทย",
    `${"a".repeat(64)}@b.org`,
    `${"é".repeat(32)}@b.org`,
    `a@${"b".repeat(63)}.org`,
    // 252 octets as A-labels, 2 before.
    `a@${"b.".repeat(124)}long`,
    // A domain of fewer octets as A-labels than in UTF-8.
    `a@${`${"例".repeat(40)}.`.repeat(4)}org`,
  ])("is %s", (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    "a@b.org\r\nBcc: c@d.org",
    "a@b.org\n",
    "a@b.org,c@d.org",
    "a@b.org c@d.org",
    "<a@b.org>",
    '"a b"@c.org',
    "a@b@c.org",
    "a@[127.0.0.1]",
    "a@localhost",
    "a(comment)@b.org",
    ".a@b.org",
    "a@-b.org",
    "a@b..org",
    "@b.org",
    "",
    `${"a".repeat(65)}@b.org`,
    `${"é".repeat(33)}@b.org`,
    `${"😀".repeat(8)}@b.org`,
    `a@${"b".repeat(64)}.org`,
    `a@${"b.".repeat(124)}longer`,
    `a@${"ü".repeat(60)}.org`,
    "\u0301a@b.org",
    "a.\u0301b@b.org",
    "a\u200bb@b.org",
    "a\u034fb@b.org",
    "a\u3164@b.org",
    "a@b.123",
    "a@192.0.2.1",
    "a@b\u00ad.org",
    "a@b.org.",
    `a@${"b.".repeat(130)}org`,
    "a\0@b.org",
    "a\u0001@b.org",
    "a\u007f@b.org",
    "a\u202e@b.org",
  ])("is not %j", (text) => expect(isEmailAddress(text)).toBe(false));

  law("contains no character that could end a mail header", fc.string({ unit: anyCharacter }), (text) => {
    if (isEmailAddress(`${text}@b.org`)) expect(text).not.toMatch(/[\s<>,;:"()[\]\\\p{Cc}]/u);
  });
});

describe("a mailbox", () => {
  it.each([
    ["Ada@Example.ORG", "ada@example.org"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["ada@XN--Bcher-KVA.example", "ada@xn--bcher-kva.example"],
    ["ada@bu\u0308cher.example", "ada@xn--bcher-kva.example"],
    ["ada@bücher\u3002example", "ada@xn--bcher-kva.example"],
    ["ada@ＢÜcher.example", "ada@xn--bcher-kva.example"],
    ["JO\u0308RG@example.org", "jörg@example.org"],
    ["ΟΔΟΣ@example.org", "οδοσ@example.org"],
    ["no address", "no address"],
  ])("named %s is %s", (text, mailbox) => expect(mailboxOf(text)).toBe(mailbox));

  it("is not that of another address that looks like it", () => {
    expect(isSameMailbox("strasse@b.org", "straße@b.org")).toBe(false);
    expect(isSameMailbox("a@strasse.example", "a@straße.example")).toBe(false);
    expect(isSameMailbox("a+b@b.org", "a@b.org")).toBe(false);
    expect(isSameMailbox("а@b.org", "a@b.org")).toBe(false);
    expect(isSameMailbox(undefined, "a@b.org")).toBe(false);
    expect(isSameMailbox(undefined, undefined)).toBe(true);
  });
});
