import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signatureRefusal, signMessage } from "../../../../server/core/signing/webhook-signature.ts";
import {
  applyDecision,
  type ComplianceDecision,
  evidenceOfComplianceCase,
  openComplianceCase,
  readDecision,
} from "../../../../server/modules/verification/domain/compliance.ts";
import { law } from "../../../support/laws/law.ts";

const now = new Date("2026-01-01T00:00:00Z");
const secret = Buffer.alloc(32, 1);
const newSecret = Buffer.alloc(32, 2);
const opened = openComplianceCase({ id: "case1", identity: "i1", method: "PERSONAL_COMPLIANCE" });

function later(ms: number): Date {
  return new Date(now.getTime() + ms);
}

function decisionOf(id: string, said: object): ComplianceDecision {
  const body = Buffer.from(JSON.stringify(said));
  const read = readDecision(signMessage(id, body, [secret], now), body, [secret], now);
  if (typeof read === "string") throw new Error(read);
  return read;
}

describe("a signed message", () => {
  const bytes = fc.uint8Array({ maxLength: 64 });

  law("is accepted unchanged, and refused with any change", fc.tuple(bytes, bytes, fc.nat()), ([body, other, at]) => {
    const headers = signMessage("m1", body, [secret], now);
    expect(signatureRefusal(headers, body, [secret], now)).toBeUndefined();
    expect(signatureRefusal(headers, body, [newSecret], now)).toBe("SIGNATURE_INVALID");
    expect(signatureRefusal({ ...headers, "webhook-id": "m2" }, body, [secret], now)).toBe("SIGNATURE_INVALID");
    const timestamp = String(1 + Number(headers["webhook-timestamp"]));
    expect(signatureRefusal({ ...headers, "webhook-timestamp": timestamp }, body, [secret], now)).toBe(
      "SIGNATURE_INVALID",
    );
    if (!Buffer.from(body).equals(other))
      expect(signatureRefusal(headers, other, [secret], now)).toBe("SIGNATURE_INVALID");
    const mac = Buffer.from(headers["webhook-signature"].slice(3), "base64");
    mac[at % mac.length] = (mac[at % mac.length] ?? 0) ^ 1;
    const forged = { ...headers, "webhook-signature": `v1,${mac.toString("base64")}` };
    expect(signatureRefusal(forged, body, [secret], now)).toBe("SIGNATURE_INVALID");
  });

  it("is accepted within 300 seconds before and after its time, to the millisecond", () => {
    const body = Buffer.from("{}");
    const headers = signMessage("m1", body, [secret], now);
    for (const ms of [-300_000, 300_000]) expect(signatureRefusal(headers, body, [secret], later(ms))).toBeUndefined();
    for (const ms of [-300_001, 300_001]) {
      expect(signatureRefusal(headers, body, [secret], later(ms))).toBe("TIMESTAMP_OUT_OF_RANGE");
    }
  });

  it("is accepted with the old and the new secret while secrets are rotated", () => {
    const body = Buffer.from("{}");
    expect(signatureRefusal(signMessage("m1", body, [secret, newSecret], now), body, [newSecret], now)).toBeUndefined();
    expect(signatureRefusal(signMessage("m1", body, [secret], now), body, [newSecret, secret], now)).toBeUndefined();
  });

  it("agrees with the example of the standard", () => {
    const key = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
    const body = Buffer.from('{"test": 2432232314}');
    const headers = signMessage("msg_p5jXN8AQM9LWM0D4loKWxJek", body, [key], new Date(1614265330 * 1000));
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it.each([
    {},
    { "webhook-id": "a.b" },
    { "webhook-id": "" },
    { "webhook-timestamp": "1e9" },
    { "webhook-timestamp": "-1" },
    { "webhook-signature": "v1, ".repeat(500) },
  ])("is malformed with %j", (flaw) => {
    const body = Buffer.from("{}");
    const headers = Object.keys(flaw).length === 0 ? {} : { ...signMessage("m1", body, [secret], now), ...flaw };
    expect(signatureRefusal(headers, body, [secret], now)).toBe("MALFORMED");
  });
});

describe("a compliance decision", () => {
  const cleared = decisionOf("d1", { case_id: "case1", decision: "CLEARED", expires_at: "2027-01-01T00:00:00Z" });

  it("is applied once, and a repetition has no effect", () => {
    const first = applyDecision(opened, cleared, now);
    expect(first).toMatchObject({ outcome: "APPLIED", complianceCase: { state: "CLEARED" } });
    expect(evidenceOfComplianceCase(first.complianceCase)).toEqual({
      kind: "COMPLIANCE",
      name: "PERSONAL_COMPLIANCE",
      provenAt: now,
      expiresAt: new Date("2027-01-01T00:00:00Z"),
    });
    const again = applyDecision(first.complianceCase, cleared, later(1000));
    expect(again).toEqual({ outcome: "REPEATED", complianceCase: first.complianceCase });
  });

  it("under a used id with another body, or for another case, is a conflict", () => {
    const { complianceCase } = applyDecision(opened, cleared, now);
    const forged = decisionOf("d1", { case_id: "case1", decision: "WITHDRAWN" });
    expect(applyDecision(complianceCase, forged, now)).toEqual({ outcome: "CONFLICT", complianceCase });
    const other = decisionOf("d2", { case_id: "case2", decision: "CLEARED" });
    expect(applyDecision(opened, other, now).outcome).toBe("CONFLICT");
  });

  it("can be withdrawn, and an old message does not restore it", () => {
    const { complianceCase } = applyDecision(opened, cleared, now);
    const withdrawn = applyDecision(complianceCase, decisionOf("d2", { case_id: "case1", decision: "WITHDRAWN" }), now);
    expect(withdrawn.complianceCase.state).toBe("WITHDRAWN");
    expect(evidenceOfComplianceCase(withdrawn.complianceCase)).toBeUndefined();
    expect(applyDecision(withdrawn.complianceCase, cleared, now)).toEqual({
      outcome: "REPEATED",
      complianceCase: withdrawn.complianceCase,
    });
    const anew = decisionOf("d3", { case_id: "case1", decision: "CLEARED" });
    expect(applyDecision(withdrawn.complianceCase, anew, now).outcome).toBe("CONFLICT");
  });

  it.each([
    "",
    "null",
    "[]",
    '"x"',
    '{"case_id":1,"decision":"CLEARED"}',
    '{"case_id":"c","decision":"constructor"}',
    '{"case_id":"c","decision":"CLEARED","expires_at":"soon"}',
    "\u{0}",
  ])("is malformed as %j", (text) => {
    const body = Buffer.from(text);
    expect(readDecision(signMessage("d1", body, [secret], now), body, [secret], now)).toBe("MALFORMED");
  });

  it("is refused when it is unsigned or signed with another secret", () => {
    const body = Buffer.from('{"case_id":"case1","decision":"CLEARED"}');
    expect(readDecision({}, body, [secret], now)).toBe("MALFORMED");
    expect(readDecision(signMessage("d1", body, [newSecret], now), body, [secret], now)).toBe("SIGNATURE_INVALID");
    expect(readDecision(signMessage("d1", body, [], now), body, [secret], now)).toBe("SIGNATURE_INVALID");
  });
});
