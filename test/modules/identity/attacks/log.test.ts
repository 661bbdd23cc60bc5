import { expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { newClient } from "../../../support/identity/client.ts";
import { freshName, identityClients, World } from "../../../support/identity/world.ts";

/** Ends a line of the log, begins one that nobody wrote, and is found again. */
const forged =
  'Xq7Marker9zK"}\r\n{"level":30,"msg":"call","principal":"key:admin","reason":"OK","forged":true}\n\u2028\u001b[2K';

onEveryServer(
  "the log",
  ({ server }) => {
    const world = () => new World(server());

    test("has a line for each call, none that a caller wrote, and nothing that a caller chose", async () => {
      const { id, mint } = await newClient(world());
      const before = server().log.length;
      const email = "Xq7Marker9zK@example.org";
      const path = encodeURIComponent(forged);
      const requests: [string, string, unknown?][] = [
        ["POST", "/api/identities/create", { username: forged }],
        ["POST", "/api/identities/create", { username: freshName(), email: forged }],
        ["POST", "/api/identities/create", { username: freshName(), public_key: forged }],
        [
          "POST",
          "/api/identities/create",
          { username: freshName(), display_name: forged, profile: { [forged]: forged } },
        ],
        // The mail cannot be sent, of which a line tells.
        ["POST", "/api/identities/create", { username: freshName(), email, start_verification: true }],
        ["PUT", `/api/identities/${id}`, { metadata: { [forged]: forged }, [forged]: forged }],
        ["GET", `/api/identities/${path}`],
        ["GET", `/api/identities/${id}/authentication-events?page_token=${path}&${path}=1`],
        ["POST", "/api/authentication/token", { identity_id: forged, client_id: forged, auth_scope: forged }],
        ["POST", "/api/authentication/authenticate", { token: forged }],
        ["POST", "/api/authentication/authenticate", { token: `${await mint()}.${forged}` }],
        ["POST", "/api/verification/challenge", { identity_id: id, method: "METHOD_PHONE", address: forged }],
        ["POST", "/api/verification/response", { identity_id: id, challenge_id: forged, code: forged }],
        ["POST", "/api/verification/documents", { identity_id: id, level: forged, documents: [{ name: forged }] }],
        ["POST", "/api/verification/compliance-decision", { webhook_id: forged, payload: forged }],
      ];
      const headers = { "X-Request-Id": "Xq7Marker9zK {}", "User-Agent": "Xq7Marker9zK", Referer: "Xq7Marker9zK" };
      for (const [verb, where, body] of requests) await world().call(verb, where, body, undefined, headers);
      await world().call("GET", `/api/identities/${id}`, undefined, "Xq7Marker9zK");
      for (const identityId of [forged, "Xq7Marker9zK"]) {
        for (const changed of [
          { identityId },
          { keyId: identityId },
          { rotationKey: { version: 9, secret: new Uint8Array(32) } },
        ]) {
          await world().authenticate(await mint({ scope: forged, clientId: identityId }, changed));
        }
      }
      await identityClients(server(), "grpc")
        .identities.getIdentity({ id: forged })
        .catch(() => undefined);

      const lines = server()
        .log.slice(before)
        .flatMap((text) => text.split("\n").slice(0, -1));
      for (const line of lines) {
        expect(line).not.toContain("Xq7Marker9zK");
        expect(line).not.toContain("forged");
        expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
      }
      const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "call");
      expect(calls).toHaveLength(requests.length + 8);
      expect(lines.join("")).toContain("could not start");
    });

    test("tells of a clone by names that a token cannot fill with anything", async () => {
      const { id, mint } = await newClient(world());
      for (const clientId of ["app", "a".repeat(64)]) {
        for (const counter of [5, 4]) await world().authenticate(await mint({ clientId, counter }));
        const line = JSON.parse(server().log.findLast((text) => text.includes("use the same keys")) as string);
        expect(line).toEqual({ level: 40, time: line.time, identityId: id, clientId, msg: line.msg });
      }
      const alarms = () => server().log.filter((text) => text.includes("use the same keys")).length;
      const before = alarms();
      // What a stranger can send raises none: without the keys, or the last token itself again.
      const last = await mint({ counter: 6 });
      for (const token of [last, last, await mint({ counter: 1 }, { sign: () => new Uint8Array(64) })]) {
        await world().authenticate(token);
      }
      const rotationKey = { version: 1, secret: new Uint8Array(32) };
      await world().authenticate(await mint({ counter: 1 }, { rotationKey }));
      expect(alarms()).toBe(before);
    });
  },
  // Where nobody listens.
  () => ({ MAIL_URL: "smtp://127.0.0.1:1", MAIL_FROM: "service@example.org", LOG_LEVEL: "trace" }),
);
