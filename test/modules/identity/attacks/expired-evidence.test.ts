import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import {
  newApplicant,
  raiseToStandard,
  requestCheck,
  sendDecision,
  signedDecision,
  startComplianceService,
} from "../../../support/identity/applicant.ts";
import { deposit } from "../../../support/wallet-holder.ts";

/** Time by which the clock of this process, and so of its servers, is ahead. */
let aheadMs = 0;
const realNow = Date.now;
let complianceService: Awaited<ReturnType<typeof startComplianceService>>;

// Before the servers start, since they keep a reference to the function.
beforeAll(async () => {
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
  complianceService = await startComplianceService();
});
afterEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await complianceService.close();
});

const tenMinutesMs = 10 * 60_000;

onEveryServer(
  "a level whose evidence expires",
  ({ server }) => {
    const api = () => new ApiClient(server());

    /** An identity of the level ENHANCED by a clearance of ten minutes, with a wallet and another one to pay to. */
    async function cleared() {
      const ada = await newApplicant(api());
      await raiseToStandard(ada);
      const expiresAt = new Date(realNow() + tenMinutesMs);
      const case_id = await requestCheck(ada, "CHECK_PERSONAL");
      const decision = { case_id, decision: "CLEARED", expires_at: expiresAt.toISOString() };
      await sendDecision(api(), signedDecision(decision));
      expect((await ada.status()).level).toBe("LEVEL_ENHANCED");
      return { ada, expiresAt };
    }

    const levelsOf = async (id: string) => ({
      identity: (await api().call("GET", `/api/identities/${id}`)).body.result.identity.verification_level,
      session: (await api().authenticate(await api().token(id))).auth_level,
    });

    test("is lost when that expires, in the status, the identity and new sessions", async () => {
      const { ada } = await cleared();
      expect(await levelsOf(ada.id)).toEqual({ identity: "LEVEL_ENHANCED", session: "AUTH_ENHANCED" });
      aheadMs = tenMinutesMs;
      expect(await levelsOf(ada.id)).toEqual({ identity: "LEVEL_STANDARD", session: "AUTH_STANDARD" });
      const { level, next_level, missing } = await ada.status();
      expect([level, next_level, missing]).toEqual(["LEVEL_STANDARD", "LEVEL_ENHANCED", ["PERSONAL_DATA"]]);
    });

    test("ends the sessions that were opened at it, and no others", async () => {
      const { ada, expiresAt } = await cleared();
      const [high, low] = [await api().session(ada.id), await api().session(ada.id, { auth_scope: "level:standard" })];
      const path = `/api/identities/${ada.id}/sessions`;
      const { sessions } = (await api().call("GET", path, undefined, high)).body.result;
      expect(sessions[1].expires_at).toBe(expiresAt.toISOString());
      aheadMs = tenMinutesMs;
      const use = async (session: string) => (await api().call("GET", path, undefined, session)).status;
      expect([await use(high), await use(low)]).toEqual([401, 200]);
    });

    test("no longer raises the limits of its wallet", async () => {
      const [{ ada }, { identity: bob }] = [await cleared(), await api().identity()];
      for (const identity_id of [ada.id, bob.id]) await api().call("POST", "/api/wallets/create", { identity_id });
      await deposit(api(), ada.id, "TOKEN_STANDARD", 100_000);
      const pay = async (amount: number) => {
        const order = { sender: ada.id, recipient: bob.id, token_type: "TOKEN_STANDARD", amount };
        const { result } = (await api().call("POST", "/api/transactions/create", order)).body;
        const execution = { sender: ada.id, transaction_id: result.transaction.id };
        return (await api().call("POST", "/api/transactions/execute", execution)).body.result;
      };
      expect(await pay(10_001)).toMatchObject({ success: true });
      aheadMs = tenMinutesMs;
      expect(await pay(10_002)).toMatchObject({ success: false, error_code: "TX_ERROR_LIMIT_EXCEEDED" });
      expect(await pay(3)).toMatchObject({ success: true });
    });

    test("is kept when that is renewed in time", async () => {
      const { ada } = await cleared();
      const session = await api().session(ada.id);
      const case_id = await requestCheck(ada, "CHECK_PERSONAL");
      await sendDecision(api(), signedDecision({ case_id, decision: "CLEARED" }));
      aheadMs = tenMinutesMs;
      expect(await levelsOf(ada.id)).toEqual({ identity: "LEVEL_ENHANCED", session: "AUTH_ENHANCED" });
      // A session keeps the end that it was opened with.
      expect((await api().call("GET", `/api/identities/${ada.id}`, undefined, session)).status).toBe(401);
    });
  },
  () => complianceService.settings,
);
