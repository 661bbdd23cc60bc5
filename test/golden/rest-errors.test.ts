import { beforeAll, describe, expect, test } from "vitest";
import { type Facts, Fault, type Reason } from "../../server/core/fault.ts";
import { faultBody, faultTable } from "../../server/rpc/errors/faults.ts";
import { RawConnection } from "../support/http/raw-connection.ts";
import { operatorKey } from "../support/server.ts";
import { sharedServer } from "../support/shared-server.ts";
import { goldenVectors } from "./vectors.ts";

interface ErrorVectors {
  readonly reasons: readonly {
    readonly reason: Reason;
    readonly status: number;
    readonly rpcCode: number;
    readonly body: string;
  }[];
  readonly bodies: readonly { readonly title: string; readonly facts: Facts; readonly body: string }[];
  readonly long: { readonly message: string; readonly body: string };
  readonly answers: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly content?: string;
    readonly status: number;
    readonly headers: { readonly [name: string]: string };
    readonly body: string;
  }[];
}

const { reasons, bodies, long, answers } = goldenVectors<ErrorVectors>("rest-errors", []);
const written = (fault: Fault) => JSON.stringify(faultBody(fault, "correlation-1"));

describe("an error body", () => {
  test("has a vector for every reason", () => {
    expect(Object.keys(faultTable)).toEqual(reasons.map(({ reason }) => reason));
  });

  test.each(reasons)("of $reason is the recorded one", ({ reason, status, rpcCode, body }) => {
    const fault = new Fault(reason, "What is wrong, and “what to do”.", { parameter: "a.b", provided: 1e300 });
    expect(written(fault)).toBe(body);
    expect(faultTable[reason]).toMatchObject({ status, rpcCode });
  });

  test.each(bodies)("with $title is the recorded one", ({ facts, body }) => {
    expect(written(new Fault("PARAMETER_INVALID", "a sentence", facts))).toBe(body);
  });

  test("cuts a long message", () => {
    expect(written(new Fault("PARAMETER_INVALID", long.message))).toBe(long.body);
  });
});

describe("over HTTP", () => {
  const server = sharedServer();
  /** Values for the names in braces in the vectors. */
  const names = new Map([["operator", operatorKey]]);
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (braced, name) => names.get(name) ?? braced);

  beforeAll(async () => {
    names.set("limited", (await server().createKey("developer", ["geocode:*"])).secret);
    for (const username of ["ada", "ben"]) {
      const { body } = await server().post("/api/identities/create", { username });
      names.set(username, body.result.identity.id);
    }
    await server().post("/api/wallets/create", { identity_id: names.get("ben") });
  });

  test.each(answers)("$title: status, headers and body are these", async ({ head, content = "", ...expected }) => {
    const body = filled(content);
    const lines = content === "" ? head : [...head, `Content-Length: ${Buffer.byteLength(body)}`];
    const connection = await RawConnection.open(server().url);
    connection.write(`${filled(lines.join("\r\n"))}\r\n\r\n${body}`);
    const answer = await connection.answer();
    connection.socket.destroy();
    expect(answer?.status).toBe(expected.status);
    const named = [...(answer?.headers ?? [])].filter(([name]) => ["content-type", "www-authenticate"].includes(name));
    expect(Object.fromEntries(named)).toEqual(expected.headers);
    const text = Buffer.from(answer?.body ?? "", "latin1").toString("utf8");
    expect(text.replace(/"message":"(?:[^"\\]|\\.)+"/, '"message":"{message}"')).toBe(filled(expected.body));
  });
});
