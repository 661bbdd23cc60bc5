import { type TOTP, URI } from "otpauth";
import { beforeAll, expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { freshAddress, lastCode } from "../../support/identity/owner.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { machine, username } from "./machine.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  return server.close;
});

test("recovery codes are counted, renewed and end by commands", async () => {
  const { run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  await done("identity", "register", username("ada"), "--email", freshAddress());
  const begin = async (method: string) => (await done("identity", "verify", method)).challenge;
  const answer = (id: string, code: string) => done("identity", "answer", id, "--code", code);
  await answer((await begin("email")).id, lastCode(new ApiClient(server)));
  const { id, parameters } = await begin("totp");
  const app = URI.parse(parameters.provisioning_uri) as TOTP;
  const { recoveryCodes: first } = await answer(id, app.generate());
  const left = async () => (await done("identity", "status")).verification.recoveryCodesLeft;
  expect([first.length, await left()]).toEqual([10, 10]);
  const { recoveryCodes: second } = await done("identity", "recovery-codes");
  expect(new Set([...first, ...second]).size).toBe(20);
  const use = async (code: string) => (await answer((await begin("recovery-code")).id, code)).challenge.state;
  expect(await use(first[0])).not.toBe("CHALLENGE_PASSED");
  expect(await left()).toBe(10);
  expect(await use(second[0])).toBe("CHALLENGE_PASSED");
  expect(await left()).toBe(9);
  const { out } = await run("identity", "status");
  expect(out).toMatch(/^.*recoveryCodesLeft +9$/m);
});
