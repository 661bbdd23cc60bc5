import { expect, test } from "vitest";
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
});
