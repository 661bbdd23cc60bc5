import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmailAddress, isPhoneNumber } from "../../../../server/modules/verification/domain/addresses.ts";
import { law } from "../../../support/laws/law.ts";

describe("an address", () => {
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
    "a\u202e@b.org",
  ])("is not %j", (text) => expect(isEmailAddress(text)).toBe(false));

  it("of a phone is an E.164 number", () => {
    for (const text of ["+41441234567", "+12025550123"]) expect(isPhoneNumber(text)).toBe(true);
    for (const text of [
      "0441234567",
      "+0441234567",
      "+41 44",
      "+123456789012345678",
      "+41441234567\n",
      "+٤١٤٤١٢٣٤٥٦٧",
    ]) {
      expect(isPhoneNumber(text)).toBe(false);
    }
  });

  law("contains no character that could end a mail header", fc.string({ unit: "binary" }), (text) => {
    if (isEmailAddress(`${text}@b.org`)) expect(text).not.toMatch(/[\s<>,;:"()[\]\\\p{Cc}]/u);
  });
});
