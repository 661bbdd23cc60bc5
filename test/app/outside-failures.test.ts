import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, type ConnectError, createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { BackupService } from "#contract/admin/v1/backup_pb.js";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ComplianceCheck } from "#contract/identity/v1/review_pb.js";
import {
  RequestComplianceRequestSchema,
  RequestComplianceResponseSchema,
  ReviewService,
} from "#contract/identity/v1/review_service_pb.js";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient, freshName } from "../support/identity/api-client.ts";
import { operatorKey, rpcProtocols, startServer, type TestServer, transportOf } from "../support/server.ts";
import { DocumentedClient } from "../transports/channel/document/client.ts";

/** A service whose third party refuses, whose folder of backups cannot be made, and which has users of a host. */
let server: TestServer;
let api: ApiClient;
let party: Server;
let partyStatus = 500;
const folder = mkdtempSync(join(tmpdir(), "platonic-outside-"));
const backups = join(folder, "backups");
const path = process.env["PATH"];
beforeAll(async () => {
  party = createServer((_, response) => void response.writeHead(partyStatus).end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => party.once("listening", resolve));
  server = await startServer({
    BACKUP_DIR: join(backups, "inner"),
    COMPLIANCE_WEBHOOK_URL: `http://127.0.0.1:${(party.address() as AddressInfo).port}/`,
    COMPLIANCE_WEBHOOK_SECRET: "a secret of both sides, long enough",
    HOST_SOCKET: join(folder, "host.sock"),
  });
  api = new ApiClient(server);
  writeFileSync(backups, "in the way");
});
afterAll(async () => {
  await server?.close();
  party?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Expects an outage in the words of a protocol with typed errors. */
async function expectOutage(call: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectError,
  );
  expect([error.code, error.findDetails(FaultDetailSchema).map(({ reason }) => reason)]).toEqual([
    Code.Unavailable,
    [Reason.UNAVAILABLE],
  ]);
  expect(error.rawMessage).toMatch(message);
  expect(Number(error.metadata.get("retry-after"))).toBeGreaterThan(0);
}

/** Puts a program in place of getent(1), which ends with a status that stands for an unreachable directory. */
function breakUserLookup(): void {
  const programs = temporaryDirectory();
  writeFileSync(join(programs, "getent"), "#!/bin/sh\nexit 1\n");
  chmodSync(join(programs, "getent"), 0o755);
  vi.stubEnv("PATH", `${programs}:${path}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe.each(rpcProtocols)("over %s", (protocol) => {
  test("a folder of backups that cannot be used is UNAVAILABLE", async () => {
    const client = createClient(BackupService, transportOf(server.url, protocol, operatorKey));
    await expectOutage(client.createBackup({}), /^The backup cannot be made; no file is left of it \(E[A-Z]+\)/);
    await expectOutage(client.listBackups({}), /^The backups cannot be listed \(E[A-Z]+\)/);
    await expectOutage(client.drillBackup({}), /^The restore cannot be tested \(E[A-Z]+\)/);
  });

  test("a third party that does not answer is UNAVAILABLE", async () => {
    const { identity } = await api.identity();
    const client = createClient(ReviewService, transportOf(server.url, protocol, operatorKey));
    const asked = client.requestCompliance({ identityId: identity.id, check: ComplianceCheck.PERSONAL });
    await expectOutage(asked, /the webhook answered status 500\. Repeat the call/);
  });

  test("a third party that refuses the question is STATE_INVALID, as a repetition would be refused alike", async () => {
    const { identity } = await api.identity();
    const client = createClient(ReviewService, transportOf(server.url, protocol, operatorKey));
    const ask = () => client.requestCompliance({ identityId: identity.id, check: ComplianceCheck.PERSONAL });
    partyStatus = 422;
    const refused = await ask().catch((error: unknown) => error as ConnectError);
    partyStatus = 200;
    expect(refused).toMatchObject({
      code: Code.FailedPrecondition,
      rawMessage: expect.stringMatching(
        /^The third party refused the question: the webhook answered status 422\. .*operator/,
      ),
    });
    expect((refused as ConnectError).metadata.get("retry-after")).toBeNull();
    // Once the fault is mended, the same call asks.
    await expect(ask()).resolves.toMatchObject({ case: { identityId: identity.id } });
    partyStatus = 500;
  });

  test("users of the machine that cannot be looked up are UNAVAILABLE, and nothing is made", async () => {
    breakUserLookup();
    const client = createClient(IdentityService, transportOf(server.url, protocol, operatorKey));
    const asked = { username: freshName(), metadata: { "host.login": "true" } };
    await expectOutage(client.createIdentity(asked), /getent failed.*Nothing was changed: repeat the call/);
    vi.unstubAllEnvs();
    await expect(client.createIdentity(asked)).resolves.toMatchObject({ identity: { username: asked.username } });
  });
});

test("a third party that does not answer is UNAVAILABLE on the channel, and the same request asks again", async () => {
  const { identity } = await api.identity();
  const value = await api.session(identity.id);
  const client = new DocumentedClient({
    url: server.url.replace("http", "ws"),
    credentials: () => ({ case: "sessionToken", value }),
  });
  await client.connect();
  const opId = crypto.randomUUID();
  const request = { identityId: identity.id, check: ComplianceCheck.LEGAL };
  const payload = toBinary(RequestComplianceRequestSchema, create(RequestComplianceRequestSchema, request));
  const send = () => {
    client.frames.length = 0;
    client.send({ case: "request", value: { opId, method: "identity.v1.ReviewService/RequestCompliance", payload } });
    return client.result(opId);
  };
  expect((await send()).value).toMatchObject({
    reason: Reason.UNAVAILABLE,
    message: expect.stringContaining("the webhook answered status 500"),
    retryAfter: 30_000,
  });
  partyStatus = 200;
  const answer = await send();
  partyStatus = 500;
  expect(answer.case).toBe("payload");
  const { case: opened } = fromBinary(RequestComplianceResponseSchema, answer.value as Uint8Array);
  expect(opened?.identityId).toBe(identity.id);
  await client.end();
});

test("over REST users of the machine that cannot be looked up are 503, for a change too", async () => {
  const { identity } = await api.identity();
  breakUserLookup();
  const change = () => api.call("PUT", `/api/identities/${identity.id}`, { metadata: { "host.login": "true" } });
  const { status, body, headers } = await change();
  expect([status, body.error.code, headers.get("retry-after")]).toEqual([503, "UNAVAILABLE", "10"]);
  vi.unstubAllEnvs();
  expect((await change()).status).toBe(200);
});

test("a backup that failed is made by the same call with the same key once its folder can be used", async () => {
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const make = () => server.post("/v1/admin/backups", {}, key);
  expect((await make()).status).toBe(503);
  rmSync(backups);
  onTestFinished(() => {
    rmSync(backups, { recursive: true });
    writeFileSync(backups, "in the way");
  });
  const made = await make();
  expect(made.status).toBe(200);
  expect((await make()).body.result).toEqual(made.body.result);
  const { body } = await api.call("GET", "/v1/admin/backups", undefined, operatorKey);
  expect(body.result.backups).toHaveLength(1);
});
