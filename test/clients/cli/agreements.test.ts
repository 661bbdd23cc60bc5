import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import {
  hardwareKeyProof,
  newApplicant,
  newReviewer,
  registerDevice,
  startComplianceService,
} from "../../support/identity/applicant.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { machine, username } from "./machine.ts";
import { meddlingProxy } from "./meddling-proxy.ts";

let server: TestServer;
let complianceService: Awaited<ReturnType<typeof startComplianceService>>;
beforeAll(async () => {
  complianceService = await startComplianceService();
  server = await startServer(complianceService.settings);
  return async () => {
    await server.close();
    await complianceService.close();
  };
});

/** A representative to whom an agreement is offered. */
async function offered() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId } = await done("identity", "register", username("ada"));
  const { agreement } = await done("reviews", "offer", identityId, "We agree.");
  return { settings, run, done, identityId, id: agreement.id as string };
}

test("an agreement is signed by the representative, and approved by two hardware keys", async () => {
  const { settings, done, id, identityId } = await offered();
  expect((await done("identity", "agreements")).agreements).toMatchObject([{ id, text: "We agree." }]);
  const signed = await done("identity", "sign-agreement", id);
  expect(signed.agreement).toMatchObject({ id, identityId, state: "AGREEMENT_SIGNED" });
  const api = new ApiClient(server);
  for (const approvals of [1, 2]) {
    const administrator = await newApplicant(api);
    await registerDevice(administrator);
    const proof = await hardwareKeyProof(administrator, administrator.device);
    const file = join(settings, "credential.json");
    writeFileSync(file, JSON.stringify(proof.credential));
    const reviewer = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: await newReviewer(api) });
    const approve = ["reviews", "approve", id, administrator.id, proof.challenge_id, "--request"];
    const wrong = await reviewer.run(...approve, "[]");
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("WebAuthn")]);
    const { agreement } = await reviewer.done(...approve, `@${file}`);
    expect(agreement.approvals).toBe(approvals);
  }
  expect((await done("reviews", "agreements", identityId)).agreements[0].state).toBe("AGREEMENT_CONCLUDED");
});

test("an agreement that is not offered is not signed", async () => {
  const { run } = await offered();
  const { code, err } = await run("identity", "sign-agreement", crypto.randomUUID());
  expect([code, err]).toEqual([1, expect.stringContaining("platonic identity agreements lists them")]);
});

test("a statement that is of another text than the one shown is not signed", async () => {
  const { settings, done, id } = await offered();
  const meddler = await meddlingProxy(server.url, (_, answer) =>
    Buffer.from(answer.toString("latin1").replace("We agree.", "We defer."), "latin1"),
  );
  const there = machine({ PLATONIC_URL: meddler, XDG_CONFIG_HOME: settings });
  expect((await there.done("identity", "agreements")).agreements[0].text).toBe("We defer.");
  const { code, err } = await there.run("identity", "sign-agreement", id);
  expect([code, err]).toEqual([1, expect.stringContaining("nothing was signed")]);
  expect((await done("identity", "agreements")).agreements[0].state).toBe("AGREEMENT_OFFERED");
});

test("an identity asks for a check, and an operator unlocks a factor", async () => {
  const { run, done, identityId } = await offered();
  const { case: asked } = await done("identity", "compliance", "personal");
  expect(asked.state).toBe("COMPLIANCE_REQUESTED");
  expect(await done("identity", "cases")).toEqual({ cases: [] });
  for (const command of [
    ["identity", "unlock", "totp"],
    ["reviews", "unlock", identityId, "totp"],
  ])
    expect((await done(...command)).verification).toMatchObject({ identityId });
  expect((await run("reviews", "unlock", "nobody", "totp")).err).toContain("RESOURCE_NOT_FOUND");
});
