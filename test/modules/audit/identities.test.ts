import { test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { expectOneTransaction } from "./one-transaction.ts";

onEveryServer("what administrators do to identities", ({ server, environment }) => {
  test("is one transaction with its record: both are there, or neither", async () => {
    const api = new ApiClient(server());
    const { identity } = await api.identity();
    const path = `/api/identities/${identity.id}`;
    const read = async (at: string) => (await api.call("GET", at)).body.result;
    const added = (await api.call("POST", `${path}/keys`, {})).body.result.key;
    await expectOneTransaction(
      [
        ["UpdateIdentity", () => api.call("PUT", path, { display_name: "Ada" })],
        ["AddSigningKey", () => api.call("POST", `${path}/keys`, {})],
        ["RevokeSigningKey", () => api.call("DELETE", `${path}/keys/${added.id}`)],
        ["RotateRotationKey", () => api.call("POST", `${path}/rotation-key`, {})],
        ["RevokeAllSessions", () => api.call("DELETE", `${path}/sessions`)],
      ],
      environment(),
      async () => ({ ...(await read(path)), ...(await read(`${path}/keys`)) }),
      async (query) => (await read(`/v1/admin/audit?target=${identity.id}&${query}`)).records,
    );
  });
});
