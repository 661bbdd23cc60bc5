import { describe, expect, it } from "vitest";
import { externalToken, tokenTypeOf } from "../../../../server/modules/ledger/domain/assets.ts";
import { transferFee } from "../../../../server/modules/ledger/domain/decide/fees.ts";
import { defaultPolicy } from "../../../../server/modules/ledger/domain/default-policy.ts";
import { amountMax, balanceMax } from "../../../../server/modules/ledger/domain/money.ts";

describe("the default policy", () => {
  it("has the internal tokens at the contract's scales", () => {
    const scales = ["TOKEN_STANDARD", "TOKEN_MICRO"].map((code) => defaultPolicy.assets.get(code)?.scale);
    expect(scales).toEqual([8, 12]);
  });

  it.each([...defaultPolicy.assets.entries()])("is sound for %s", (code, asset) => {
    expect(asset.code).toBe(code);
    expect(asset.limits).toHaveLength(6);
    for (const [level, { perTransaction, perDay }] of asset.limits.entries()) {
      const before = asset.limits[level - 1] ?? { perTransaction: 0n, perDay: 0n };
      expect(perTransaction).toBeGreaterThan(before.perTransaction);
      expect(perDay).toBeGreaterThan(before.perDay);
      expect(perDay).toBeGreaterThanOrEqual(perTransaction);
      expect(perTransaction).toBeLessThanOrEqual(amountMax);
      // Else what was spent on a day would not fit its column.
      expect(perDay).toBeLessThanOrEqual(balanceMax);
    }
    expect(asset.networkFee > 0n).toBe(tokenTypeOf(code) === externalToken);
    expect(amountMax + transferFee(amountMax, asset)).toBeLessThanOrEqual(balanceMax);
  });
});
