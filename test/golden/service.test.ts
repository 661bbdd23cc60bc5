import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CheckReport } from "../../server/modules/backup/checks.ts";
import { restore } from "../modules/backup/backup-fixture.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { quickStretching } from "../support/vault/constants.ts";
import { goldenVectors } from "./vectors.ts";

/** Runs before the server is loaded, because parts of it keep a reference to `Date.now`. */
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date"] }));

interface Proof {
  readonly identity: string;
  readonly code: string;
}

interface ServiceVectors {
  readonly nowMs: number;
  readonly passphrase: string;
  /** Base64. */
  readonly backup: string;
  readonly apiKey: string;
  readonly session: { readonly token: string; readonly identity: string };
  readonly jwt: string;
  /** Not used before the backup. */
  readonly rotatingToken: string;
  /** Not answered before the backup. */
  readonly challenge: Proof & { readonly id: string };
  readonly pin: Proof;
  readonly password: Proof;
  /** An identity whose signing key is in the vault. */
  readonly vaultIdentity: string;
  readonly requests: readonly { readonly path: string; readonly body: object; readonly answer: object }[];
  readonly answers: { readonly [path: string]: object };
  readonly documents: { readonly [path: string]: string };
}

const vectors = goldenVectors<ServiceVectors>("service", []);

let directory: string;
let finding: CheckReport;
let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  // A minute after the backup, so that tokens and sessions are valid.
  vi.setSystemTime(vectors.nowMs + 60_000);
  directory = mkdtempSync(join(tmpdir(), "platonic-golden-"));
  const [path, data, passphrase] = ["backup", "data", "passphrase"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(path, Buffer.from(vectors.backup, "base64"));
  writeFileSync(passphrase, vectors.passphrase, { mode: 0o600 });
  const parts = { path, passphrase: Buffer.from(vectors.passphrase), stretching: quickStretching };
  finding = await restore({ ...parts, directory: data });
  server = await startServer({ DATA_DIR: data, VAULT_PASSPHRASE_FILE: passphrase, BACKUPS: "off" });
  api = new ApiClient(server);
});
afterAll(async () => {
  await server?.close();
  rmSync(directory, { recursive: true, force: true });
  vi.useRealTimers();
});

async function prove(method: string, { identity, code }: Proof): Promise<string> {
  const asked = { identity_id: identity, method };
  const { challenge } = (await api.call("POST", "/api/verification/challenge", asked)).body.result;
  return answered({ identity, code, id: challenge.id });
}

async function answered({ identity, id, code }: ServiceVectors["challenge"]): Promise<string> {
  const response = { identity_id: identity, challenge_id: id, code };
  return (await api.call("POST", "/api/verification/response", response)).body.result.challenge.state;
}

test.each([
  ["identities.sealed_private", 3],
  ["rotation_keys.sealed_secret", 3],
  ["verification_factors.sealed", 6],
  ["verification_challenges.sealed_secret", 1],
  ["service_secrets.sealed", 2],
  ["reviews.sealed", 1],
  ["review_documents.sealed", 1],
  ["vault_data_keys.wrapped_key", 11],
  ["vault_signing_keys.sealed_private_key", 2],
])("the restore test opens every value of %s", (column, count) => {
  expect(finding.counts.find(({ what }) => what.endsWith(` ${column}`))?.number).toBe(count);
});

test("the restore test finds no problem, neither in the ledger nor in its chain", () => {
  expect(finding.problems).toEqual([]);
});

// Later versions may add members (docs/versions.md), and change none.
test.each(Object.entries(vectors.answers))("GET %s has everything of the recorded answer", async (path, answer) => {
  const { status, body } = await api.call("GET", path, undefined, vectors.apiKey);
  expect([status, body]).toMatchObject([200, answer]);
});

test.each(Object.entries(vectors.documents))("%s has the recorded bytes", async (path, text) => {
  expect(await (await fetch(server.url + path)).text()).toBe(text);
});

test.each(vectors.requests)("POST $path has the recorded answer", async ({ path, body, answer }) => {
  expect((await api.call("POST", path, body)).body).toEqual(answer);
});

test("a recorded session token may read its identity", async () => {
  const { token, identity } = vectors.session;
  expect((await api.call("GET", `/api/identities/${identity}`, undefined, token)).status).toBe(200);
});

test("a recorded JWT may call what its scope allows", async () => {
  const request = { data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 };
  expect((await api.call("POST", "/v1/geocode/transform", request, vectors.jwt)).status).toBe(200);
});

test("a recorded rotating token opens a session, once", async () => {
  expect((await api.authenticate(vectors.rotatingToken)).success).toBe(true);
  expect((await api.authenticate(vectors.rotatingToken)).error_code).toBe("AUTH_ERROR_ROTATION_INVALID");
});

test("a signing key in the vault signs tokens", async () => {
  expect((await api.authenticate(await api.token(vectors.vaultIdentity))).success).toBe(true);
});

test("a recorded challenge accepts its code", async () => {
  expect(await answered(vectors.challenge)).toBe("CHALLENGE_PASSED");
});

test.each([
  ["METHOD_PIN", vectors.pin],
  ["METHOD_PASSWORD", vectors.password],
])("a recorded factor of %s accepts its secret and no other", async (method, proof) => {
  expect(await prove(method, proof)).toBe("CHALLENGE_PASSED");
  expect(await prove(method, { ...proof, code: `${proof.code}1` })).toBe("CHALLENGE_PENDING");
});
