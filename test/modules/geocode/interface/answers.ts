import { expect } from "vitest";
import { type Json, type OperationName, paths } from "../../../support/geocode-operations.ts";
import type { JsonAnswer, TestServer } from "../../../support/server.ts";

function send(server: TestServer, operation: OperationName, request: Json): Promise<JsonAnswer> {
  return server.post(paths[operation], request);
}

/** The result of a request that must succeed. */
export async function resultOf(server: TestServer, operation: OperationName, request: Json): Promise<Json> {
  const { status, body } = await send(server, operation, request);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  expect(Object.keys(body)).toEqual(["result"]);
  return body.result;
}

export interface Refusal {
  readonly status?: number;
  readonly code: string;
  readonly parameter: string;
  /** Null when the field was absent. Not compared when absent here. */
  readonly provided?: unknown;
  /** Absent if the error has none. */
  readonly validRange?: readonly [number, number] | undefined;
}

/** Expects that a request is refused with this error and no other members of it. */
export async function expectRefusal(
  server: TestServer,
  operation: OperationName,
  request: Json,
  { status = 400, code, parameter, validRange, ...rest }: Refusal,
): Promise<void> {
  const answer = await send(server, operation, request);
  expect(answer).toMatchObject({ status, body: { error: { code, details: { parameter } } } });
  expectErrorBody(answer.body);
  const { details } = answer.body.error;
  expect(Object.keys(details).sort()).toEqual(["parameter", "provided", ...(validRange ? ["valid_range"] : [])]);
  if (validRange) expect(details.valid_range).toEqual(validRange);
  if ("provided" in rest) expect(details.provided).toEqual(rest.provided);
}

/** Expects a body with the one member `error`, which has a code, a short message and details. */
export function expectErrorBody(body: Json): void {
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error).sort()).toEqual(["code", "details", "message"]);
  expect(body.error.message).toEqual(expect.stringMatching(/^\S.{5,600}$/su));
  expect(body.error.details).toEqual(expect.any(Object));
}

/** Returns all leaves of an answer by path, with `[]` for every index of a list. */
export function leavesOf(value: Json, path = "", leaves = new Map<string, unknown[]>()): Map<string, unknown[]> {
  if (Array.isArray(value)) {
    const here = `${path}[]`;
    if (value.length === 0) leaves.set(here, leaves.get(here) ?? []);
    for (const item of value) leavesOf(item, here, leaves);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value))
      leavesOf(member, path === "" ? name : `${path}.${name}`, leaves);
  } else {
    leaves.set(path, [...(leaves.get(path) ?? []), value]);
  }
  return leaves;
}
