import { expect, onTestFinished, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { mariadb, onMariadb, type TestLocation } from "../../support/database/databases.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";

onMariadb("users with the least privileges (docs/databases.md)", () => {
  /** The database as one of these users reaches it. */
  function as(user: string, { dataDirectory, environment }: TestLocation) {
    const url = (environment["DATABASE_URL"] as string).replace("//platonic:", `//platonic_${user}:`);
    return { dataDirectory, databaseServer: readDatabaseUrl(url), url };
  }

  test("migrate with one of them, and serve with the other", async () => {
    const location = await mariadb.createForTest();
    await (await openServiceDatabase(as("migrating", location))).close();
    const settings = { ...location.environment, DATABASE_URL: as("serving", location).url, MIGRATE_ON_START: "false" };
    const server = await startServer(settings);
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    const { identity } = await api.identity();
    expect((await api.call("POST", "/api/wallets/create", { identity_id: identity.id })).status).toBe(200);
    expect((await api.call("POST", "/v1/admin/backups", {})).status).toBe(200);
    expect((await api.call("POST", "/v1/admin/backups/drill", {})).body.result.problems ?? []).toEqual([]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test("of which the serving one cannot migrate, and says what is missing", async () => {
    const location = await mariadb.createForTest();
    const serving = as("serving", location);
    await expect(openServiceDatabase(serving, { mayMigrate: false })).rejects.toThrow("Run `npm run migrate`");
    await expect(openServiceDatabase(serving)).rejects.toThrow(/cannot be used\. .*CREATE command denied to user/);
  });
});
