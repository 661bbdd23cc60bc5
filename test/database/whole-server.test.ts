import { expect, it, onTestFinished } from "vitest";
import { onEveryDatabase } from "../support/database/databases.ts";
import { mariadbPassword } from "../support/database/mariadb.ts";
import { operatorKey, startServer } from "../support/server.ts";

onEveryDatabase("a whole server", ({ createForTest }) => {
  it("creates, accepts and revokes keys", async () => {
    const { environment } = await createForTest();
    const server = await startServer(environment);
    onTestFinished(() => server.close());
    const { id, secret } = await server.createKey("developer");
    const use = () =>
      server.post(
        "/v1/geocode/transform",
        { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 },
        { Authorization: `Bearer ${secret}` },
      );
    expect((await use()).status).toBe(200);
    const revoked = await fetch(`${server.url}/v1/admin/keys/${id}`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${operatorKey}` },
    });
    expect(revoked.status).toBe(200);
    expect((await use()).status).toBe(401);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.log.join("")).not.toContain(mariadbPassword);
  });

  it("keeps its keys when it is started again", async () => {
    const { environment } = await createForTest();
    const first = await startServer(environment);
    const { secret } = await first.createKey("operator", ["keys:list"]);
    await first.close();
    const second = await startServer(environment);
    onTestFinished(() => second.close());
    const list = await fetch(`${second.url}/v1/admin/keys`, { headers: { Authorization: `Bearer ${secret}` } });
    expect(list.status).toBe(200);
  });
});
