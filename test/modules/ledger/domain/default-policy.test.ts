import { describe, expect, it } from "vitest";
import { externalToken, tokenTypeOf } from "../../../../server/modules/ledger/domain/assets.ts";
import { defaultPolicy } from "../../../../server/modules/ledger/domain/default-policy.ts";
import { transferFee } from "../../../../server/modules/ledger/domain/fees.ts";
import { amountMax, balanceMax } from "../../../../server/modules/ledger/domain/money.ts";

describe("the default policy", () => {
  it("has the internal tokens at the contract's scales", () => {
    const scales = ["TOKEN_STANDARD", "TOKEN_MICRO"].map((code) => defaultPolicy.assets.get(code)?.scale);
    expect(scales).toEqual([8, 12]);
  });

  it.each<[code: string, scale: number, minimum: bigint, networkFee: bigint, least: bigint, most: bigint]>([
    ["TOKEN_STANDARD", 8, 1_000n, 0n, 10n ** 10n, 50n * 10n ** 14n],
    ["TOKEN_MICRO", 12, 1_000n, 0n, 10n ** 12n, 50n * 10n ** 16n],
    ["USD", 2, 1n, 25n, 10n ** 4n, 50n * 10n ** 8n],
    ["EUR", 2, 1n, 25n, 10n ** 4n, 50n * 10n ** 8n],
    ["GBP", 2, 1n, 20n, 10n ** 4n, 50n * 10n ** 8n],
    ["CHF", 2, 1n, 25n, 10n ** 4n, 50n * 10n ** 8n],
    ["JPY", 0, 1n, 30n, 10n ** 4n, 50n * 10n ** 8n],
    ["BTC", 8, 100n, 5_000n, 10n ** 6n, 50n * 10n ** 10n],
    ["ETH", 9, 100n, 500_000n, 10n ** 8n, 50n * 10n ** 12n],
  ])("has the published terms of %s", (code, scale, minimum, networkFee, least, most) => {
    const asset = defaultPolicy.assets.get(code);
    expect(asset).toMatchObject({ code, scale, feeBasisPoints: 10, feeMinimum: minimum, networkFee });
    expect(asset?.exchangeFeeMinimum).toBe(minimum);
    expect([asset?.limits[0]?.perTransaction, asset?.limits[5]?.perDay]).toEqual([least, most]);
  });

  it("has nine assets, and a fee of half a percent for exchanges", () => {
    expect([...defaultPolicy.assets.keys()]).toHaveLength(9);
    expect(defaultPolicy.exchangeBasisPoints).toBe(50);
  });

  it("has the limits of six levels of verification, in units of the standard token", () => {
    const unit = 10n ** 8n;
    const limits = defaultPolicy.assets.get("TOKEN_STANDARD")?.limits;
    expect(limits?.map(({ perTransaction, perDay }) => [perTransaction / unit, perDay / unit])).toEqual([
      [100n, 200n],
      [1_000n, 2_000n],
      [10_000n, 25_000n],
      [100_000n, 250_000n],
      [1_000_000n, 5_000_000n],
      [10_000_000n, 50_000_000n],
    ]);
  });

  it.each([...defaultPolicy.assets.entries()])("has valid limits and fees for %s", (code, asset) => {
    expect(asset.code).toBe(code);
    expect(asset.limits).toHaveLength(6);
    for (const [level, { perTransaction, perDay }] of asset.limits.entries()) {
      const before = asset.limits[level - 1] ?? { perTransaction: 0n, perDay: 0n };
      expect(perTransaction).toBeGreaterThan(before.perTransaction);
      expect(perDay).toBeGreaterThan(before.perDay);
      expect(perDay).toBeGreaterThanOrEqual(perTransaction);
      expect(perTransaction).toBeLessThanOrEqual(amountMax);
      // The amount spent on a day must fit its column.
      expect(perDay).toBeLessThanOrEqual(balanceMax);
    }
    expect(asset.networkFee > 0n).toBe(tokenTypeOf(code) === externalToken);
    expect(amountMax + transferFee(amountMax, asset)).toBeLessThanOrEqual(balanceMax);
  });
});
