import { beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../../../server/core/fault.ts";
import { createHasher, type Hasher, owaspParameters } from "../../../../server/modules/verification/methods/hasher.ts";
import { beginPassword, checkPassword } from "../../../../server/modules/verification/methods/password.ts";
import { beginPin, checkPin } from "../../../../server/modules/verification/methods/pin.ts";
import {
  beginSecurityQuestions,
  checkSecurityQuestions,
} from "../../../../server/modules/verification/methods/security-questions.ts";

const pepper = Buffer.alloc(32, 5);
const cheap = { memoryKibibytes: 64, passes: 1, lanes: 1 };
const owner = { username: "ada", email: "ada@example.org" };
const password = "wandering oboe \u00e9 7";
let hasher: Hasher;

beforeAll(async () => {
  hasher = await createHasher({ pepper, parameters: cheap });
});

function storedOf(enrolled: object): string {
  if (!("stored" in enrolled)) throw new Error(JSON.stringify(enrolled));
  return enrolled.stored as string;
}

describe("a hasher", () => {
  it("uses argon2id with the parameters of OWASP and a random salt", async () => {
    const usual = await createHasher({ pepper });
    const [first, second] = [await usual.hash("text"), await usual.hash("text")];
    expect(owaspParameters).toEqual({ memoryKibibytes: 19_456, passes: 2, lanes: 1 });
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
    expect(await usual.check(first, "text")).toEqual({ isRight: true, rehashed: undefined });
    expect(await usual.check(first, "texT")).toEqual({ isRight: false, rehashed: undefined });
  });

  it("rehashes a secret that was hashed with other parameters, but only when it is right", async () => {
    const dearer = await createHasher({ pepper, parameters: { ...cheap, passes: 2 } });
    const stored = await hasher.hash("text");
    expect((await dearer.check(stored, "wrong")).rehashed).toBeUndefined();
    const { isRight, rehashed } = await dearer.check(stored, "text");
    expect(isRight).toBe(true);
    expect(rehashed).toMatch(/t=2/);
    expect(await dearer.check(rehashed, "text")).toEqual({ isRight: true, rehashed: undefined });
  });

  it("finds a right secret wrong under another pepper, and refuses a short pepper", async () => {
    const other = await createHasher({ pepper: Buffer.alloc(32, 6), parameters: cheap });
    expect((await other.check(await hasher.hash("text"), "text")).isRight).toBe(false);
    await expect(createHasher({ pepper: Buffer.alloc(15) })).rejects.toThrow("16 bytes");
  });

  it("finds every answer wrong where no secret is stored", async () => {
    for (const text of ["", "text"])
      expect(await hasher.check(undefined, text)).toEqual({ isRight: false, rehashed: undefined });
  });

  it("refuses requests beyond its queue, and accepts further ones afterwards", async () => {
    const narrow = await createHasher({ pepper, parameters: cheap, concurrentMax: 1, waitingMax: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => narrow.hash("text")));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Fault] : []));
    expect(reasons.map(({ reason }) => reason)).toEqual(new Array(6).fill("RATE_LIMIT_EXCEEDED"));
    expect(await narrow.hash("text")).toContain("$argon2id$");
  });
});

describe("a password", () => {
  it("is right in every Unicode normalization form, and wrong with any other change", async () => {
    const stored = storedOf(await beginPassword(hasher, password, owner));
    expect((await checkPassword(hasher, stored, password.normalize("NFD"))).isRight).toBe(true);
    for (const wrong of [password.toUpperCase(), `${password} `, "", "x".repeat(1_000_000), "\ud800"]) {
      expect((await checkPassword(hasher, stored, wrong)).isRight).toBe(false);
    }
    expect(stored).not.toContain(password);
  });

  it("that is refused is neither stored nor quoted", async () => {
    for (const refused of ["planted-1", "password1234"]) {
      const enrolled = await beginPassword(hasher, refused, owner);
      expect(enrolled).toHaveProperty("defect");
      expect(JSON.stringify(enrolled)).not.toContain(refused);
    }
  });
});

describe("a PIN", () => {
  it("is checked against its hash, which is not accepted as a password's", async () => {
    const stored = storedOf(await beginPin(hasher, "483920174658"));
    expect((await checkPin(hasher, stored, "483920174658")).isRight).toBe(true);
    expect((await checkPin(hasher, stored, "483920174659")).isRight).toBe(false);
    expect((await checkPin(hasher, undefined, "483920174658")).isRight).toBe(false);
    expect((await checkPassword(hasher, stored, "483920174658")).isRight).toBe(false);
    expect(await beginPin(hasher, "111111")).toHaveProperty("defect");
  });
});

describe("security questions", () => {
  const answers = ["cat", "Main Street", "O'Brien"].map((answer, i) => ({ question: `q${i}`, answer }));

  it("are right all together and not in part", async () => {
    const stored = storedOf(await beginSecurityQuestions(hasher, answers, owner));
    const again = answers
      .toReversed()
      .map(({ question, answer }) => ({ question, answer: ` ${answer.toUpperCase()}.` }));
    expect((await checkSecurityQuestions(hasher, stored, again)).isRight).toBe(true);
    expect((await checkSecurityQuestions(hasher, stored, answers.slice(1))).isRight).toBe(false);
    expect((await checkSecurityQuestions(hasher, stored, [])).isRight).toBe(false);
    expect((await checkSecurityQuestions(hasher, undefined, answers)).isRight).toBe(false);
    const wrong = [...answers.slice(1), { question: "q0", answer: "dog" }];
    expect((await checkSecurityQuestions(hasher, stored, wrong)).isRight).toBe(false);
    expect(await beginSecurityQuestions(hasher, answers.slice(1), owner)).toHaveProperty("defect");
  });
});
