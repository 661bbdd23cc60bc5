import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { startServer } from "../../../support/server.ts";

onEveryServer("a third party that does not answer", ({ environment }) => {
  test("is an outage, and a repetition asks about the same case", async () => {
    const asked: string[] = [];
    let status = 500;
    const party = createServer((request, response) => {
      asked.push(String(request.headers["webhook-id"]));
      response.writeHead(status).end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => party.once("listening", resolve));
    onTestFinished(() => void party.close());
    const url = `http://127.0.0.1:${(party.address() as AddressInfo).port}/`;
    const secret = "a secret of both sides, long enough";
    const settings = { COMPLIANCE_WEBHOOK_URL: url, COMPLIANCE_WEBHOOK_SECRET: secret };
    const server = await startServer({ ...environment(), ...settings });
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    const { identity } = await api.identity();
    const ask = () =>
      server.post("/api/verification/compliance", { identity_id: identity.id, check: "CHECK_PERSONAL" });
    const refused = await ask();
    expect([refused.status, refused.body.error.code]).toEqual([503, "UNAVAILABLE"]);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.body.error.message).toContain("the webhook answered status 500");
    status = 200;
    expect((await ask()).status).toBe(200);
    expect(new Set(asked).size).toBe(1);
  });
});
