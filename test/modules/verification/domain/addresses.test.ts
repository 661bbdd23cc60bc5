import { expect, test } from "vitest";
import { isPhoneNumber } from "../../../../server/modules/verification/domain/addresses.ts";

test("a phone number is one of E.164", () => {
  for (const text of ["+41441234567", "+12025550123"]) expect(isPhoneNumber(text)).toBe(true);
  for (const text of ["0441234567", "+0441234567", "+41 44", "+123456789012345678", "+41441234567\n", "+٤١٤٤١٢٣٤٥٦٧"]) {
    expect(isPhoneNumber(text)).toBe(false);
  }
});
