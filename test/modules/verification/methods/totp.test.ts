import { inspect } from "node:util";
import fc from "fast-check";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { Concealed } from "../../../../server/modules/verification/domain/masking.ts";
import { beginTotp, checkTotp } from "../../../../server/modules/verification/methods/totp.ts";
import { law } from "../../../support/laws/law.ts";
import { seededBytes } from "../../../support/random-bytes.ts";

const { secret: stored, provisioningUri: uri } = beginTotp("Platonic", "ada@example.org", seededBytes("totp"));
const device = new TOTP({ secret: secretInUri() });

function secretInUri(): string {
  return new URL(uri.reveal()).searchParams.get("secret") as string;
}

function codeAt(step: number): string {
  return device.generate({ timestamp: step * 30_000 });
}

function at(step: number, ms = 0): Date {
  return new Date(step * 30_000 + ms);
}

describe("TOTP", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at second %i matches RFC 6238", (second, code) => {
    const secret = new Concealed<Uint8Array>(Buffer.from("12345678901234567890"));
    expect(checkTotp(secret, undefined, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
  });

  it("is provisioned by an otpauth URI", () => {
    const url = new URL(uri.reveal());
    expect(url.href).toMatch(/^otpauth:\/\/totp\/Platonic:ada%40example\.org\?/);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: "Platonic",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    expect(stored.reveal()).toHaveLength(20);
  });

  const steps = fc.integer({ min: 2, max: 100_000_000 });
  law("is accepted one step around the current one, and no further", fc.tuple(steps, fc.nat(29_999)), ([step, ms]) => {
    for (const off of [-1, 0, 1]) {
      const found = checkTotp(stored, undefined, codeAt(step + off), at(step, ms));
      expect(codeAt(found as number)).toBe(codeAt(step + off));
    }
    const near = [step - 1, step, step + 1].map(codeAt);
    for (const off of [-2, 2]) {
      if (near.includes(codeAt(step + off))) continue;
      expect(checkTotp(stored, undefined, codeAt(step + off), at(step, ms))).toBeUndefined();
    }
  });

  law(
    "is never accepted again, nor is an earlier step",
    fc.tuple(steps, fc.integer({ min: -1, max: 1 })),
    ([step, off]) => {
      const near = [step - 1, step, step + 1].map(codeAt);
      fc.pre(new Set(near).size === 3);
      const used = checkTotp(stored, undefined, codeAt(step + off), at(step));
      expect(used).toBe(step + off);
      for (const other of [-1, 0, 1]) {
        const again = checkTotp(stored, used, codeAt(step + other), at(step));
        expect(again).toBe(other > off ? step + other : undefined);
      }
    },
  );

  it("is accepted and expires at the exact millisecond", () => {
    const code = codeAt(1000);
    expect(checkTotp(stored, undefined, code, at(1002, -1))).toBe(1000);
    expect(checkTotp(stored, undefined, code, at(1002))).toBeUndefined();
    expect(checkTotp(stored, undefined, code, at(999, -1))).toBeUndefined();
    expect(checkTotp(stored, undefined, code, at(999))).toBe(1000);
  });

  law("is matched by no other text", fc.string(), (text) => {
    fc.pre(!/[0-9]{6}/.test(text.replace(/[\s-]/g, "")));
    expect(checkTotp(stored, undefined, text, at(1000))).toBeUndefined();
  });

  it("shows its secret by reveal only", () => {
    const shown = JSON.stringify({ stored, uri }) + inspect({ stored, uri }, { depth: 9, showHidden: true });
    expect(shown).not.toContain(secretInUri());
    expect(shown).not.toContain(Buffer.from(stored.reveal()).toString("hex"));
    expect(shown).toContain("[concealed]");
  });
});
