import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../../server/app/log.ts";
import { bugLine } from "../../../server/rpc/telemetry/bug-line.ts";
import { namedRequest } from "../../../server/transports/http/trace-headers.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { enrolTotp, freshAddress, newOwner } from "../../support/identity/owner.ts";
import { startMailServer } from "../../support/mail-server.ts";
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

test("the line about a notice that could not be sent has the trace of the call that it reports", async () => {
  const { environment } = await startMailServer(async () => ({ responseCode: 451 }));
  const server = await startServer({ ...environment, BACKUPS: "off" });
  onTestFinished(() => server.close());
  const api = new ApiClient(server);
  const ada = await newOwner(api, { email: freshAddress() });
  await enrolTotp(ada);
  const told = () => server.log.filter((line) => line.includes("could not send a notice"));
  const headers = { traceparent: `00-${traceId}-${spanId}-00` };
  await api.call("POST", "/api/verification/recovery-codes", { identity_id: ada.id }, undefined, headers);
  await until(() => told().length > 0);
  expect(JSON.parse(told()[0] as string)).toMatchObject({ trace_id: traceId, level: 40 });
});

test("the line about an error outside of the steps of a call has the trace of its caller, if it is one", () => {
  const lines: string[] = [];
  const onBug = bugLine(
    createLog("info", { write: (line: string) => void lines.push(line) }),
    "could not answer a request",
  );
  const ids = ["a", "b", "c"];
  const given = [`00-${traceId}-${spanId}-00`, "broken", undefined];
  for (const [index, traceparent] of given.entries()) {
    const requestId = ids[index] as string;
    onBug(new Error("a bug"), namedRequest({ requestId, headers: { traceparent } } as never));
  }
  const told = lines.map((line) => JSON.parse(line));
  expect(told.map(({ requestId }) => requestId)).toEqual(ids);
  expect(told.map(({ trace_id }) => trace_id)).toEqual([traceId, undefined, undefined]);
  expect(told[0]).toMatchObject({ level: 50, err: { message: "a bug" }, msg: "could not answer a request" });
});
