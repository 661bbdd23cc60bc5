import { expect, test } from "vitest";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { callsOver } from "../../../support/calls.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { newClient, refused } from "../../../support/identity/client.ts";

onEveryServer("a rotation key", ({ server }) => {
  const api = () => new ApiClient(server());

  test("is accepted for a day after the next one, and not after the one after that", async () => {
    const { id, mint } = await newClient(api());
    const rotate = async () => {
      const { body } = await api().call("POST", `/api/identities/${id}/rotation-key`, {});
      const { version, secret } = body.result.rotation_key;
      return { version, secret: Buffer.from(secret, "base64url") };
    };
    const second = await rotate();
    expect(await api().authenticate(await mint())).toMatchObject({ success: true });
    const third = await rotate();
    expect(await api().authenticate(await mint({ counter: 2 }))).toEqual(refused("ROTATION_INVALID"));
    for (const rotationKey of [second, third])
      expect(await api().authenticate(await mint({}, { rotationKey }))).toMatchObject({ success: true });
  });

  test.each(["rest", "grpc"] as const)(
    "of four made at once over %s is a version of its own, or refused",
    async (protocol) => {
      const call = callsOver(protocol, server);
      const { id, mint } = await newClient(api());
      const four = await Promise.all([1, 2, 3, 4].map(() => call(IdentityService.method.rotateRotationKey, { id })));
      const refusals = four.filter(({ code }) => code !== "OK");
      for (const { code } of refusals) expect(code).toBe("RESOURCE_CONFLICT");
      const made = four
        .filter(({ code }) => code === "OK")
        .map(({ answer }) => answer.rotation_key)
        .sort((one, other) => one.version - other.version);
      expect(made.length).toBeGreaterThan(0);
      expect(made.map(({ version }) => version)).toEqual(made.map((_, index) => index + 2));
      const after = (await call(IdentityService.method.rotateRotationKey, { id })).answer.rotation_key;
      expect(after.version).toBe(made.length + 2);
      // The last two are accepted, with the secrets that were told.
      for (const key of [...made, after]) {
        const rotationKey = { version: key.version, secret: Buffer.from(key.secret, "base64url") };
        const isAccepted = key.version >= after.version - 1;
        const expected = isAccepted ? { success: true } : refused("ROTATION_INVALID");
        expect(await api().authenticate(await mint({}, { rotationKey }))).toMatchObject(expected);
      }
    },
  );
});
