import { Code } from "@connectrpc/connect";
import { describe, expect, test, vi } from "vitest";
import { type Json, legalRequests, operationNames } from "../../../support/geocode-operations.ts";
import { Callers, protocols } from "../../../support/protocols.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectErrorBody } from "./answers.ts";

// Gives every geometric operation a bug.
vi.mock("../../../../server/modules/geocode/operations.ts", async (importOriginal) => {
  const { geocodeOperations } = await importOriginal<{ geocodeOperations: object }>();
  const broken = () => {
    throw new Error("a detail of the implementation");
  };
  return { geocodeOperations: Object.fromEntries(Object.keys(geocodeOperations).map((name) => [name, broken])) };
});

// With one thread, since the operations are replaced in this one alone.
const server = sharedServer({ THREADS: "1" });

describe.each(operationNames)("a bug in %s is TRANSFORMATION_ERROR", (operation) => {
  test.each(protocols)("over %s, without its cause, which is in the log under the correlation id", async (protocol) => {
    const callers = new Callers(server());
    const { status, rpcCode, error, headers } = await callers.call(protocol, operation, legalRequests[operation]);
    expect(status ?? rpcCode).toBe(protocol === "rest" ? 500 : Code.Internal);
    expectErrorBody({ error } as Json);
    const id = headers.get("x-request-id");
    expect(error).toMatchObject({ code: "TRANSFORMATION_ERROR", details: { correlation_id: id } });
    expect(error?.message).not.toContain("detail");
    expect(server().log.find((line) => line.includes(String(id)))).toContain("a detail of the implementation");
  });
});
