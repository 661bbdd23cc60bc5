// @module-tag slow/programs

import { afterAll, beforeAll, expect, test } from "vitest";
import { storedAuthentications } from "../../../../server/modules/identity/store/authentications.ts";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";
import { admittance, newIdentity } from "../../../support/identity/samples.ts";
import { startProgram } from "../../../support/program.ts";

onEveryDatabase("on three servers", ({ open, create }) => {
  /** Processes on the same data. */
  let servers: readonly [Server, Server, Server];
  const closing = new AsyncDisposableStack();
  afterAll(() => closing.disposeAsync());
  beforeAll(async () => {
    const { environment } = closing.adopt(await create(), (location) => location.remove());
    const start = async () => new ApiClient(closing.adopt(await startProgram({ environment }), (one) => one.stop()));
    // The first one creates the tables.
    servers = [await start(), ...(await Promise.all([start(), start()]))];
  });

  test("a client's first and second token are each accepted once by three concurrent processes", async () => {
    const [first] = servers;
    for (let client = 0; client < 3; client += 1) {
      const { id, mint } = await newClient(first);
      for (const counter of [1, 2]) {
        const token = await mint({ counter });
        // A key of its own, since failures are counted per caller.
        const members = { name: "uses", plan: "enterprise", permissions: ["authentication:authenticate"] };
        const { secret } = (await first.call("POST", "/v1/admin/keys", members)).body.result;
        const answers = await fifty(servers, (server) =>
          server.call("POST", "/api/authentication/authenticate", { token }, secret),
        );
        expect(answers.filter(({ body }) => body.result?.success)).toHaveLength(1);
        // After ten failures a process answers 429.
        expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
      }
      expect((await first.call("GET", `/api/identities/${id}/sessions`)).body.result.sessions).toHaveLength(2);
    }
    const token = await (await newClient(first)).mint();
    expect(await first.authenticate(token)).toMatchObject({ success: true });
    for (const server of servers) expect(await server.authenticate(token)).toEqual(refused("ROTATION_INVALID"));
  });

  test("five guesses of fifty concurrent ones are checked", async () => {
    const { identity } = await servers[0].identity({ email: "ada@example.org" });
    const request = { identity_id: identity.id, method: "METHOD_EMAIL" };
    const { id: challenge_id } = (await servers[0].call("POST", "/api/verification/challenge", request)).body.result
      .challenge;
    const answers = await fifty(servers, (server, guess) => {
      const code = String(guess).padStart(8, "0");
      return server.call("POST", "/api/verification/response", { identity_id: identity.id, challenge_id, code });
    });
    const left = answers.map(({ body }) => body.result?.challenge.attempts_left).filter((attempts) => attempts > 0);
    expect(left.toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("guesses over many challenges are fifteen in all, however many come at the same time", async () => {
    const [first] = servers;
    const identity_id = (await first.identity({ email: "bob@example.org" })).identity.id as string;
    const request = { identity_id, method: "METHOD_EMAIL" };
    const rounds: unknown[][] = [];
    for (let round = 0; round < 4; round += 1) {
      const begun = await first.call("POST", "/api/verification/challenge", request);
      const challenge_id = begun.body.result.challenge.id as string;
      const answers = await fifty(servers, (server, n) => {
        const response = { identity_id, challenge_id, code: String(n).padStart(8, "0") };
        return server.call("POST", "/api/verification/response", response);
      });
      rounds.push(answers.map(({ body }) => body.error?.code));
    }
    expect(rounds[2]).toContain(undefined);
    expect(new Set(rounds[3])).toEqual(new Set(["RATE_LIMIT_EXCEEDED"]));
  });

  test("a client's first token is consumed once by three servers, whatever the order of statements", async () => {
    const first = await open();
    const databases = [first, await open(first.location), await open(first.location)];
    const servers = databases.map((database) => storedAuthentications(database));
    const successes: number[] = [];
    for (let client = 0; client < 100; client += 1) {
      const { identity, key, rotationKey } = newIdentity();
      await storedIdentities(first).create(identity, key, rotationKey);
      const uses = await Promise.all(servers.map((server) => server.admit(admittance(key))));
      successes.push(uses.filter(Boolean).length);
    }
    expect(new Set(successes)).toEqual(new Set([1]));
  });
});

type Server = ApiClient<{ url: string }>;

/** Runs fifty tasks concurrently, distributed over the servers in turn. */
function fifty<Answer>(
  servers: readonly [Server, Server, Server],
  work: (server: Server, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 50 }, (_, index) => work(servers[index % 3] as Server, index)));
}
