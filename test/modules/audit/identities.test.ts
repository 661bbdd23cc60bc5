import { expect, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";

onEveryServer("what administrators do to identities", ({ server, environment }) => {
  test("is one transaction with its record: both are there, or neither", async () => {
    const api = new ApiClient(server());
    const { identity } = await api.identity();
    const path = `/api/identities/${identity.id}`;
    const read = async (at: string) => (await api.call("GET", at)).body.result;
    const added = (await api.call("POST", `${path}/keys`, {})).body.result.key;
    const acts = [
      ["UpdateIdentity", () => api.call("PUT", path, { display_name: "Ada" })],
      ["AddSigningKey", () => api.call("POST", `${path}/keys`, {})],
      ["RevokeSigningKey", () => api.call("DELETE", `${path}/keys/${added.id}`)],
      ["RotateRotationKey", () => api.call("POST", `${path}/rotation-key`, {})],
      ["RevokeAllSessions", () => api.call("DELETE", `${path}/sessions`)],
    ] as const;
    const state = async () => ({ ...(await read(path)), ...(await read(`${path}/keys`)) });
    const before = await state();
    const database = await openServiceDatabase(loadConfig(environment()).database);
    try {
      const rename = (from: string, to: string) => database.manager.query(`ALTER TABLE ${from} RENAME TO ${to}`);
      await rename("audit_chain", "audit_chain_away");
      for (const [name, act] of acts) expect((await act()).status, name).toBe(500);
      await rename("audit_chain_away", "audit_chain");
    } finally {
      await database.close();
    }
    expect(await state()).toEqual(before);
    for (const [name, act] of acts) {
      expect((await act()).status, name).toBe(200);
      const { records } = await read(`/v1/admin/audit?target=${identity.id}&page_size=1`);
      expect(records).toMatchObject([{ action: expect.stringMatching(`.${name}$`), result: "OK" }]);
    }
    const { records } = await read(`/v1/admin/audit?target=${identity.id}`);
    expect(records.filter(({ result }: { result: string }) => result === "BEGUN")).toEqual([]);
  });
});
