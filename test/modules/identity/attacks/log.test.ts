import { expect, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient, freshName, identityClients } from "../../../support/identity/api-client.ts";
import { newClient } from "../../../support/identity/client.ts";

/** Text with a marker, which ends the log line that contains it and begins a forged one. */
const forged =
  'Xq7Marker9zK"}\r\n{"level":30,"msg":"call","principal":"key:admin","reason":"OK","forged":true}\n\u2028\u001b[2K';

onEveryServer(
  "the log",
  ({ server }) => {
    const api = () => new ApiClient(server());

    test("has one line for each call, and contains no text from a caller", async () => {
      const { id, mint } = await newClient(api());
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
        // The mail cannot be sent, which is logged.
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
      for (const [verb, where, body] of requests) await api().call(verb, where, body, undefined, headers);
      await api().call("GET", `/api/identities/${id}`, undefined, "Xq7Marker9zK");
      for (const identityId of [forged, "Xq7Marker9zK"]) {
        for (const changed of [
          { identityId },
          { keyId: identityId },
          { rotationKey: { version: 9, secret: new Uint8Array(32) } },
        ]) {
          await api().authenticate(await mint({ scope: forged, clientId: identityId }, changed));
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
      expect(lines.join("")).toContain("could not send the code");
    });

    test("reports a clone by the ids of identity and client, and raises no false alarm", async () => {
      const { id, mint } = await newClient(api());
      for (const clientId of ["app", "a".repeat(64)]) {
        for (const counter of [5, 4]) await api().authenticate(await mint({ clientId, counter }));
        const line = JSON.parse(server().log.findLast((text) => text.includes("use the same keys")) as string);
        expect(line).toEqual({ level: 40, time: line.time, identityId: id, clientId, msg: line.msg });
      }
      const alarms = () => server().log.filter((text) => text.includes("use the same keys")).length;
      const before = alarms();
      // Neither the last token sent again nor a token made without the keys raises an alarm.
      const last = await mint({ counter: 6 });
      for (const token of [last, last, await mint({ counter: 1 }, { sign: () => new Uint8Array(64) })]) {
        await api().authenticate(token);
      }
      const rotationKey = { version: 1, secret: new Uint8Array(32) };
      await api().authenticate(await mint({ counter: 1 }, { rotationKey }));
      expect(alarms()).toBe(before);
    });
  },
  // A port without a mail server.
  () => ({ MAIL_URL: "smtp://127.0.0.1:1", MAIL_FROM: "service@example.org", LOG_LEVEL: "trace" }),
);
