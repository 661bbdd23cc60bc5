import { expect, test } from "vitest";
import { isPhoneNumber, recipientOf } from "../../../../server/modules/verification/domain/addresses.ts";

test("a phone number is one of E.164", () => {
  for (const text of ["+41441234567", "+12025550123"]) expect(isPhoneNumber(text)).toBe(true);
  for (const text of ["0441234567", "+0441234567", "+41 44", "+123456789012345678", "+41441234567\n", "+٤١٤٤١٢٣٤٥٦٧"]) {
    expect(isPhoneNumber(text)).toBe(false);
  }
});

test("addresses and numbers that reach one recipient are counted as one", () => {
  const counted = (...addresses: string[]) => new Set(addresses.map(recipientOf)).size;
  expect(
    counted("ada@bücher.example", "ADA@xn--bcher-kva.example", "ada+1@Bücher.example", "Ada+2@bücher.example"),
  ).toBe(1);
  expect(counted("ada@b.org", "bob@b.org", "ada@c.org", "+ada@b.org")).toBe(4);
  expect(counted("+4930123456", "+49030123456", "+490030123456")).toBe(1);
  expect(counted("+35312345678", "+353012345678")).toBe(1);
  expect(counted("+4930123456", "+493123456", "+12025550123", "+12025550124")).toBe(4);
});
