import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiClient } from "../../../support/identity/api-client.ts";
import {
  agreementSignature,
  decide as decideFor,
  newApplicant,
  newClientKey,
  newReviewer,
  raiseToEnhanced,
  requestCheck,
  sendDecision,
  signedDecision,
  startComplianceService,
} from "../../../support/identity/applicant.ts";
import { startServer, type TestServer } from "../../../support/server.ts";

let complianceService: Awaited<ReturnType<typeof startComplianceService>>;
let server: TestServer;
let api: ApiClient;
let reviewers: string[];

beforeAll(async () => {
  complianceService = await startComplianceService();
  const generous = { requestsPerMinute: 1_000_000, concurrentRequests: 1_000 };
  const PLANS = JSON.stringify({ anonymous: generous, developer: generous });
  server = await startServer({ ...complianceService.settings, PLANS });
  api = new ApiClient(server);
  reviewers = [await newReviewer(api), await newReviewer(api)];
});
afterAll(async () => {
  await server.close();
  await complianceService.close();
});

type Answer = Awaited<ReturnType<ApiClient["call"]>>;

const told = ({ status, body }: Answer) => (status === 200 ? 200 : [status, body.error.code]);
const invalid = [409, "STATE_INVALID"];
const twenty = <Outcome>(act: (n: number) => Promise<Outcome>) =>
  Promise.all(Array.from({ length: 20 }, (_, n) => act(n)));

/** Expects one success among answers; all others say that the step was taken, or that another one was faster. */
function expectOne(answers: Answer[]): void {
  const others = answers.map(told).filter((one) => one !== 200);
  expect(others).toHaveLength(answers.length - 1);
  for (const other of others) expect([invalid, [409, "RESOURCE_CONFLICT"]]).toContainEqual(other);
}

describe("an agreement", () => {
  async function offered() {
    const { privateKey, public_key } = newClientKey();
    const ada = await newApplicant(api, { public_key });
    const { agreement } = (await ada.post("agreements", { identity_id: ada.id, text: "We agree." }, reviewers[0])).body
      .result;
    const signature = agreementSignature(privateKey, agreement.statement);
    const sign = (members: object = {}): Promise<Answer> =>
      ada.post(`agreements/${agreement.id}/signature`, {
        ...{ identity_id: ada.id, key_id: ada.keyId, signature, ...members },
      });
    return { sign };
  }

  test("that is signed is signed no more: not again, and not with another signature", async () => {
    const { sign } = await offered();
    expect(told(await sign())).toBe(200);
    expect(told(await sign())).toEqual(invalid);
    const other = agreementSignature(newClientKey().privateKey, "another statement");
    expect(told(await sign({ signature: other }))).toEqual(invalid);
  });

  test("is signed by one of twenty at once", async () => {
    const { sign } = await offered();
    expectOne(await twenty(() => sign()));
  });
});

describe("a case", () => {
  async function submitted() {
    const ada = await newApplicant(api, {});
    await raiseToEnhanced(ada);
    const { id } = (await ada.submit("LEVEL_BUSINESS")).body.result.case;
    const decide = (by: number, decision?: string, reason?: string): Promise<Answer> =>
      decideFor(api, id, reviewers[by] as string, decision, reason);
    return { ada, decide };
  }

  test.each([
    ["approved", undefined],
    ["rejected", "DECISION_REJECT"],
  ])("that is %s is decided no more, by the same decision or the other", async (_, last) => {
    const { ada, decide } = await submitted();
    expect(told(await decide(0))).toBe(200);
    expect(told(await decide(1, last, last && "unreadable"))).toBe(200);
    const { level } = await ada.status();
    for (const by of [0, 1]) {
      expect(told(await decide(by))).toEqual(invalid);
      expect(told(await decide(by, "DECISION_REJECT", "again"))).toEqual(invalid);
    }
    expect((await ada.status()).level).toBe(level);
  });

  test("counts one of twenty approvals of a reviewer at once", async () => {
    const { decide } = await submitted();
    expectOne(await twenty(() => decide(0)));
  });

  test("is rejected by one of twenty at once", async () => {
    const { decide } = await submitted();
    expectOne(await twenty((n) => decide(n % 2, "DECISION_REJECT", "unreadable")));
  });
});

describe("a compliance check", () => {
  test("that was refused is not cleared by a later message, and one message of twenty at once is applied", async () => {
    const ada = await newApplicant(api, {});
    const case_id = await requestCheck(ada, "CHECK_LEGAL");
    const message = signedDecision({ case_id, decision: "REFUSED" }, "end-1");
    const answers = await twenty(() => sendDecision(api, message));
    expect(answers.filter(({ body }) => body.result?.applied === true)).toHaveLength(1);
    expect(answers.map(told)).toEqual(Array(20).fill(200));
    const later = await sendDecision(api, signedDecision({ case_id, decision: "CLEARED" }, "end-2"));
    expect(told(later)).toEqual([409, "RESOURCE_CONFLICT"]);
    expect((await ada.status()).factors).toEqual([]);
  });
});
