import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmailAddress } from "../../server/core/email-address.ts";
import { law } from "../support/laws/law.ts";

describe("an e-mail address", () => {
  it.each(["a@b.org", "ada.l+x@sub.example.org", "jörg@bücher.example", "o'b@example.org"])("is %s", (text) =>
    expect(isEmailAddress(text)).toBe(true),
  );

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
    `a@${"b.".repeat(130)}org`,
    "a\0@b.org",
    "a\u0001@b.org",
    "a\u007f@b.org",
    "a\u202e@b.org",
  ])("is not %j", (text) => expect(isEmailAddress(text)).toBe(false));

  law("contains no character that could end a mail header", fc.string({ unit: "binary" }), (text) => {
    if (isEmailAddress(`${text}@b.org`)) expect(text).not.toMatch(/[\s<>,;:"()[\]\\\p{Cc}]/u);
  });
});
