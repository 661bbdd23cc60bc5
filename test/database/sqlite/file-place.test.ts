import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";
import { newVaultHolder } from "../../support/wallet-holder.ts";

async function start() {
  const folder = join(temporaryDirectory(), "data");
  const serve = async () => {
    const server = await startServer({ DATA_DIR: folder });
    onTestFinished(() => server.close());
    return { server, api: new ApiClient(server) };
  };
  return { folder, serve, ...(await serve()) };
}

const moved = "The file of the database was moved or removed; repeat the call with the same ids.";

describe("a server whose database is no longer where it was opened", () => {
  test.each([
    ["removed", (folder: string) => rmSync(folder, { recursive: true })],
    ["moved away", (folder: string) => renameSync(folder, `${folder}.away`)],
    [
      "replaced by a copy",
      (folder: string) => {
        renameSync(folder, `${folder}.away`);
        cpSync(`${folder}.away`, folder, { recursive: true });
      },
    ],
    [
      "replaced by nothing",
      (folder: string) => {
        renameSync(folder, `${folder}.away`);
        mkdirSync(folder);
      },
    ],
  ])("tells nothing as done, and is not ready: %s", async (_, change) => {
    const { folder, server, api } = await start();
    const ada = await newVaultHolder(api, { TOKEN_STANDARD: 100 });
    const bob = await newVaultHolder(api);
    change(folder);
    const calls = [
      () => api.call("POST", "/api/identities/create", { username: freshName() }),
      () => ada.create({ recipient: bob.id }),
      () => api.call("POST", "/v1/admin/vault/rotate", {}),
    ];
    for (const call of calls) {
      const { status, body } = await call();
      expect([status, body.error?.code, body.error?.message]).toEqual([503, "UNAVAILABLE", moved]);
    }
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  });

  test("goes on when it is back, and loses nothing that it told, with the next start either", async () => {
    const { folder, server, serve, api } = await start();
    const { identity } = await api.identity();
    renameSync(folder, `${folder}.away`);
    expect((await api.call("POST", "/api/identities/create", { username: freshName() })).status).toBe(503);
    renameSync(`${folder}.away`, folder);
    const { identity: later } = await api.identity();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.close();
    const next = await serve();
    for (const { id } of [identity, later]) {
      expect((await next.api.call("GET", `/api/identities/${id}`)).status).toBe(200);
    }
  });
});
