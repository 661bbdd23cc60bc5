import { expect, onTestFinished, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";
import { spanId, traceId } from "../../support/telemetry/contexts.ts";
import { until } from "../../support/until.ts";

test("the line about a code that could not be sent has the trace of the call that sends it", async () => {
  const server = await startServer({
    MAIL_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "service@example.org",
    BACKUPS: "off",
  });
  onTestFinished(() => server.close());
  const { identity } = await new ApiClient(server).identity({ email: "ada@example.org" });
  const told = () => server.log.filter((line) => line.includes("could not send the code"));
  const before = told().length;
  const headers = { traceparent: `00-${traceId}-${spanId}-00` };
  await server.post("/api/verification/challenge", { identity_id: identity.id, method: "METHOD_EMAIL" }, headers);
  await until(() => told().length > before);
  expect(JSON.parse(told().at(-1) as string)).toMatchObject({ trace_id: traceId, level: 40 });
});
