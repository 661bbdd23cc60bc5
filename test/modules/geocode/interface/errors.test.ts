import { Code } from "@connectrpc/connect";
import { beforeAll, describe, expect, test } from "vitest";
import { type Json, legalRequests, operationNames, paths } from "../../../support/geocode-operations.ts";
import { Callers, messageOf, type Outcome, protocols } from "../../../support/protocols.ts";
import { operatorKey, rpcProtocols } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectErrorBody, expectRefusal } from "./answers.ts";
import { doubleFaults, type ErrorCase, singleFaults } from "./error-cases.ts";

const server = sharedServer({
  JWT_ISSUERS: JSON.stringify([{ issuer: "https://nobody.test", audience: "x", jwks: "http://127.0.0.1:1/keys" }]),
});
let callers: Callers;
beforeAll(() => {
  callers = new Callers(server());
});

/** The part of an outcome that is the same over all protocols: the error without status and headers. */
function errorOf({ error }: Outcome): Json {
  return error;
}

describe.each([
  ["one fault", singleFaults],
  ["of two faults the first is reported", doubleFaults],
] as const)("%s", (_, cases) => {
  test.each([...cases])("$title", async ({ operation, request, ...refusal }: ErrorCase) => {
    await expectRefusal(server(), operation, request, refusal);
  });

  const typed = cases.filter(({ operation, request }) => messageOf(operation, request) !== undefined);
  test.each(typed)("the same over all protocols: $title", async ({ operation, request, ...refusal }: ErrorCase) => {
    const rest = await callers.call("rest", operation, request);
    for (const protocol of rpcProtocols) {
      const outcome = await callers.call(protocol, operation, request);
      expect(errorOf(outcome)).toEqual(errorOf(rest));
      expect(outcome.rpcCode).toBe(Code.InvalidArgument);
    }
    expect(rest.error).toMatchObject({ code: refusal.code, details: { parameter: refusal.parameter } });
  });
});

test("most faulty requests can be sent over all protocols", () => {
  const all = [...singleFaults, ...doubleFaults];
  const typed = all.filter(({ operation, request }) => messageOf(operation, request) !== undefined);
  expect(typed.length).toBeGreaterThan(0.6 * all.length);
});

describe("faults that only messages can have", () => {
  const { transform, encode, phiResonance, rSpace } = legalRequests;
  const number = [-1e300, 1e300];
  const rows: [string, Parameters<typeof messageOf>[0], Json, Json, string, string, unknown, number[]?][] = [
    [
      "NaN",
      "transform",
      transform,
      { data: { values: [1, 2, Number.NaN, 4, 5] } },
      "PARAMETER_INVALID",
      "data[2]",
      "NaN",
      number,
    ],
    [
      "Infinity",
      "rSpace",
      rSpace,
      { data: { values: [Infinity] } },
      "PARAMETER_INVALID",
      "data[0]",
      "Infinity",
      number,
    ],
    [
      "NaN",
      "phiResonance",
      phiResonance,
      { targetResonance: Number.NaN },
      "PARAMETER_INVALID",
      "target_resonance",
      "NaN",
      [0, 1],
    ],
    [
      "an infinite angle",
      "rSpace",
      rSpace,
      { parameters: { rotationAngle: -Infinity } },
      "PARAMETER_INVALID",
      "parameters.rotation_angle",
      "-Infinity",
    ],
    ["an unknown number of an enum", "transform", transform, { precision: 77 }, "PARAMETER_INVALID", "precision", 77],
    ["the zero of an enum", "transform", transform, { precision: 0 }, "PARAMETER_INVALID", "precision", 0],
    ["the zero of a required enum", "encode", encode, { targetGeometry: 0 }, "PARAMETER_INVALID", "target_geometry", 0],
    ["no form of data", "encode", encode, { data: {} }, "PARAMETER_REQUIRED", "data", null],
    [
      "an empty row among rows",
      "encode",
      encode,
      { data: { form: { case: "vectorArray", value: { vectors: [{}] } } } },
      "PARAMETER_INVALID",
      "data[0]",
      [],
      [1, 10_000],
    ],
  ];
  test.each(rows)("%s to %s", async (_, operation, legal, change, code, parameter, provided, validRange) => {
    for (const protocol of rpcProtocols) {
      const { error } = await callers.send(protocol, operation, legal, change);
      const details = { parameter, provided, ...(validRange && { valid_range: validRange }) };
      expect(error).toMatchObject({ code, details });
    }
  });
});

describe("credentials", () => {
  const malformed = [
    ["no header", undefined, "AUTHENTICATION_REQUIRED"],
    ["an empty header", "", "AUTHENTICATION_REQUIRED"],
    ["the scheme alone", "Bearer", "AUTHENTICATION_REQUIRED"],
    ["the scheme and a space", "Bearer ", "AUTHENTICATION_REQUIRED"],
    ["another scheme", "Basic dXNlcjpwYXNz", "AUTHENTICATION_REQUIRED"],
    ["a key without a scheme", operatorKey, "AUTHENTICATION_REQUIRED"],
    ["an unknown key", "Bearer plt_unknown", "INVALID_API_KEY"],
    ["a text that is not a key", "Bearer 0123456789", "INVALID_API_KEY"],
    ["a truncated key", `Bearer ${operatorKey.slice(0, -1)}`, "INVALID_API_KEY"],
    ["a key and more", `Bearer ${operatorKey} x`, "INVALID_API_KEY"],
    ["a token without an issuer", "Bearer e30.e30.e30", "INVALID_API_KEY"],
    ["a very long key", `Bearer ${"k".repeat(10_000)}`, "INVALID_API_KEY"],
  ] as const;
  test.each(malformed)("%s is refused with 401 for any request", async (_, authorization, code) => {
    for (const body of [JSON.stringify(legalRequests.transform), "{"]) {
      const response = await fetch(server().url + paths.transform, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...(authorization !== undefined && { authorization }) },
        body,
      });
      expect(response.status).toBe(401);
      const answer = (await response.json()) as Json;
      expectErrorBody(answer);
      expect(answer.error).toMatchObject({ code, details: {} });
      expect(answer.error.details).toEqual({});
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(response.headers.has("x-ratelimit-limit")).toBe(false);
    }
  });

  test.each(operationNames)("%s needs credentials, over all protocols", async (operation) => {
    for (const [secret, code] of [
      ["", "AUTHENTICATION_REQUIRED"],
      ["plt_not-a-key", "INVALID_API_KEY"],
    ] as const) {
      await expectSameEverywhere(new Callers(server(), secret), operation, 401, Code.Unauthenticated, code, {});
    }
  });

  test.each(operationNames)("%s needs its permission, over all protocols", async (operation) => {
    const word = { phiResonance: "phi-resonance", rSpace: "r-space" }[operation as string] ?? operation;
    const others = operationNames.filter((name) => name !== operation).map((name) => `geocode:${name}`);
    const permissions = [...others, "keys:list"].map((permission) =>
      permission.replace("phiResonance", "phi-resonance").replace("rSpace", "r-space"),
    );
    const { secret } = await server().createKey("operator", permissions);
    const details = { required_permission: `geocode:${word}` };
    await expectSameEverywhere(
      new Callers(server(), secret),
      operation,
      403,
      Code.PermissionDenied,
      "INVALID_API_KEY",
      details,
    );
    const { secret: good } = await server().createKey("developer", [`geocode:${word}`]);
    const { result } = await new Callers(server(), good).call("grpc", operation, legalRequests[operation]);
    expect(result).toEqual(expect.any(Object));
  });

  test("the scheme may have any case and several spaces", async () => {
    for (const Authorization of [`bearer ${operatorKey}`, `BEARER   ${operatorKey}`]) {
      const { status } = await server().post(paths.transform, legalRequests.transform, { Authorization });
      expect(status).toBe(200);
    }
  });
});

test("a call beyond the plan is refused alike over all protocols", async () => {
  const { secret } = await server().createKey("developer");
  const limited = new Callers(server(), secret);
  for (let i = 0; i < 100; i++) await limited.call("rest", "transform", legalRequests.transform);
  await expectSameEverywhere(limited, "transform", 429, Code.ResourceExhausted, "RATE_LIMIT_EXCEEDED", {});
});

test("keys of an issuer that cannot be read are an outage, which is answered without its cause over all protocols", async () => {
  // The issuer's keys cannot be fetched, so the token cannot be verified.
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: "https://nobody.test", aud: "x", sub: "s", exp: 4e9 };
  const token = `${part({ alg: "ES256", kid: "k" })}.${part(claims)}.${"A".repeat(86)}`;
  const callersWithToken = new Callers(server(), token);
  for (const protocol of protocols) {
    const outcome = await callersWithToken.call(protocol, "encode", legalRequests.encode);
    if (protocol === "rest") expect(outcome.status).toBe(503);
    else expect(outcome.rpcCode).toBe(Code.Unavailable);
    const id = outcome.headers.get("x-request-id");
    expect(outcome.error?.code).toBe("UNAVAILABLE");
    expect(outcome.error?.message).not.toMatch(/nobody|127\.0\.0\.1|fetch|ECONN/);
    expect(server().log.find((text) => text.includes(String(id)))).not.toContain(token);
  }
  const causes = server().log.filter((text) => text.includes('"reason":"UNAVAILABLE"') && text.includes('"err"'));
  expect(causes).toHaveLength(1);
});

async function expectSameEverywhere(
  caller: Callers,
  operation: Parameters<Callers["call"]>[1],
  status: number,
  rpcCode: Code,
  code: string,
  details: Json,
): Promise<void> {
  const outcomes = await Promise.all(
    protocols.map((protocol) => caller.call(protocol, operation, legalRequests[operation])),
  );
  for (const outcome of outcomes) {
    expect(outcome.status ?? rpcCode).toBe(outcome.rpcCode === undefined ? status : outcome.rpcCode);
    expect(outcome.error).toMatchObject({ code, details });
    expect(outcome.error?.details).toEqual(details);
    expect(withoutSeconds(outcome)).toEqual(withoutSeconds(outcomes[0] as Outcome));
  }
}

/** Removes the seconds to wait, which differ between requests. */
function withoutSeconds(outcome: Outcome): Json {
  const { code, message, details } = errorOf(outcome);
  return { code, message: message.replace(/\d+ s/, "s"), details };
}
