import { createHash, generateKeyPairSync, sign } from "node:crypto";
import encodeQR from "qr";
import decodeQR from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { darkRuns } from "../../../../clients/console/src/verification/dark-runs.ts";
import { assetsOf, limitOf } from "../../../../clients/console/src/verification/limits.ts";
import { bytesToSign } from "../../../../clients/console/src/verification/steps/agreement-statement.ts";
import { normalNumber } from "../../../../clients/console/src/verification/steps/phone-number.ts";
import { uploadDefect } from "../../../../clients/console/src/verification/steps/uploads.ts";
import { isPhoneNumber } from "../../../../server/modules/verification/domain/addresses.ts";
import { offerAgreement, signAgreement } from "../../../../server/modules/verification/domain/agreement.ts";

describe("an agreement", () => {
  const text = "We agree.\nIn writing – with an accent: é.";
  const { id, identity, ...offered } = offerAgreement("a1", "i1", text);
  const statement = new TextDecoder().decode(offered.statement);
  const shown = { id, identityId: identity, text, statement };

  test("is signed by the bytes that the service verifies", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const raw = Buffer.from(publicKey.export({ format: "jwk" }).x as string, "base64url");
    const signature = sign(null, await bytesToSign(shown), privateKey);
    const signed = signAgreement({ id, identity, ...offered }, { id: "k1", publicKey: raw }, signature, new Date(0));
    expect(signed).toMatchObject({ state: "SIGNED" });
  });

  test.each([
    ["another text", { text: `${text} And more.` }],
    ["another identity", { identityId: "i2" }],
    ["another agreement", { id: "a2" }],
    ["a statement with more in it", { statement: statement.replace("}", ',"more":1}') }],
  ])("is not signed for %s than it shows", async (_, other) => {
    await expect(bytesToSign({ ...shown, ...other })).rejects.toThrow("nothing was signed");
  });
});

test("the path of a code fills its dark modules and no others, so that it is read again", () => {
  const uri = `otpauth://totp/Platonic:ada?secret=${createHash("sha256").update("x").digest("hex").toUpperCase()}`;
  const modules = encodeQR(uri, "raw", { ecc: "medium", border: 4 });
  const drawn = modules.map((row) => row.map(() => false));
  for (const [, x, y, width] of darkRuns(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) (drawn[Number(y)] as boolean[])[at] = true;
  }
  expect(drawn).toEqual(modules);
  const scale = 4;
  const side = drawn.length * scale;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const isDark = drawn[Math.floor(at / side / scale)]?.[Math.floor((at % side) / scale)];
    data.set(isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], at * 4);
  }
  expect(decodeQR({ width: side, height: side, data })).toBe(uri);
});

test.each([
  ["+49 30 123456", "+4930123456"],
  ["0049 (30) 1234-56", "+4930123456"],
  ["+1.555.010.9999", "+15550109999"],
])("the phone number %s is sent as the service wants it", (typed, normal) => {
  expect(normalNumber(typed)).toBe(normal);
  expect(isPhoneNumber(normal)).toBe(true);
});

describe("documents", () => {
  const file = (size: number, name = "scan.pdf") => ({ name, size });
  const megabyte = 1_000_000;

  test.each([
    ["none", [], 0, /Choose a file/],
    ["an empty one", [file(1), file(0, "empty.pdf")], 0, /empty\.pdf is empty/],
    ["one that is too large", [file(4_200_000, "large.pdf")], 0, /large\.pdf is larger.*lower resolution/],
    ["those that are too large together", [file(2.5 * megabyte), file(2 * megabyte)], 0, /Send some first/],
    ["more than a case may have", [file(1), file(1), file(1)], 8, /choose 2 or fewer/],
  ])("are not sent: %s", (_, files, before, expected) => {
    expect(uploadDefect(files, before)).toMatch(expected);
  });

  test("are sent up to the bounds", () => {
    expect(uploadDefect([file(4 * megabyte), file(100)], 8)).toBeUndefined();
  });
});

test("limits are those of the asset and the level, with their digits grouped and none lost", () => {
  const external = { tokenType: TokenType.EXTERNAL, currencyCode: "BTC" };
  const policy = {
    assets: [{ tokenType: TokenType.STANDARD, currencyCode: "" }, external],
    limits: [
      { ...external, verificationLevel: 1, perTransaction: "0.100000000001", perDay: "12345678901234567890.5" },
      { ...external, verificationLevel: 2, perTransaction: "1", perDay: "2" },
    ],
  } as unknown as Parameters<typeof limitOf>[0] & Parameters<typeof assetsOf>[0];
  expect(assetsOf(policy)).toEqual(["standard", "BTC"]);
  // The signs between them are those of the reader's language.
  const { perTransaction = "", perDay = "" } = limitOf(policy, "BTC", 1) ?? {};
  expect([perTransaction, perDay].map((text) => text.replaceAll(/\D/g, ""))).toEqual([
    "0100000000001",
    "123456789012345678905",
  ]);
  expect(perDay).not.toBe("12345678901234567890.5");
  expect(limitOf(policy, "standard", 1)).toBeUndefined();
});
