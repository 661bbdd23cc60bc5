import { expect } from "vitest";
import { type Answer, errorAnswer, resultAnswer } from "./answer.ts";
import { expand } from "./framing.ts";
import { authorizationOf, type CallSpec, compressionDue, expectLength, type Protocol, pathOf } from "./protocol.ts";
import type { WireAnswer } from "./wire.ts";

export const connectPost: Protocol = {
  name: "Connect POST",
  versions: ["1.1", "2"],
  request: (call) => ({
    verb: "POST",
    path: pathOf(call),
    headers: {
      "content-type": `application/${call.codec}`,
      "connect-protocol-version": "1",
      ...(call.compression !== "identity" && { "content-encoding": call.compression }),
      ...commonHeaders(call),
    },
    body: call.bytes,
  }),
  read,
};

export const connectGet: Protocol = {
  name: "Connect GET",
  versions: ["1.1", "2"],
  request: (call) => ({ verb: "GET", path: `${pathOf(call)}?${queryOf(call)}`, headers: commonHeaders(call) }),
  read(answer, call) {
    if (answer.status === 200) expect(answer.headers["vary"]).toMatch(/\bAccept-Encoding\b/i);
    return read(answer, call);
  },
};

function commonHeaders(call: CallSpec): { [name: string]: string } {
  return {
    ...authorizationOf(call),
    ...(call.accepted !== undefined && { "accept-encoding": call.accepted }),
    ...(call.isLate && { "connect-timeout-ms": "0" }),
  };
}

/** Returns the query of a GET: text is percent-encoded, other messages are in base64. */
function queryOf({ codec, compression, bytes }: CallSpec): string {
  const isText = codec === "json" && compression === "identity";
  const message = isText
    ? `message=${encodeURIComponent(Buffer.from(bytes).toString("utf8"))}`
    : `base64=1&message=${Buffer.from(bytes).toString("base64url")}`;
  return `connect=v1&encoding=${codec}&${message}${compression === "identity" ? "" : `&compression=${compression}`}`;
}

function read(answer: WireAnswer, call: CallSpec): Answer {
  const { headers, body } = answer;
  expect(Object.keys(answer.trailers)).toEqual([]);
  expect(Object.keys(headers).filter((name) => name.startsWith("grpc-"))).toEqual([]);
  expectLength(answer);
  if (answer.status !== 200) return readError(answer);
  expect(headers["content-type"]).toBe(`application/${call.codec}`);
  const plain = expand(headers["content-encoding"] ?? "identity", body);
  expect(headers["content-encoding"]).toBe(compressionDue(plain.length, call));
  expect(headers["accept-encoding"]).toBe("gzip,br");
  return resultAnswer(call.method.output, call.codec, plain, headers);
}

interface JsonError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly type: string; readonly value: string }[];
}

function readError({ status, headers, body }: WireAnswer): Answer {
  expect(headers["content-type"]).toBe("application/json");
  expect(headers["content-encoding"]).toBeUndefined();
  const error = JSON.parse(body.toString("utf8")) as JsonError;
  const row = codes.find(([name]) => name === error.code);
  expect(row?.[2]).toBe(status);
  const details = (error.details ?? []).map(({ type, value }) => {
    expect(value).toMatch(/^[A-Za-z0-9+/]*$/);
    return { typeName: type, bytes: Buffer.from(value, "base64") };
  });
  return errorAnswer(row?.[1] as number, error.message, details, headers);
}

/** Codes of the Connect specification, with their numbers and HTTP statuses. */
const codes: readonly (readonly [name: string, number: number, status: number])[] = [
  ["canceled", 1, 499],
  ["unknown", 2, 500],
  ["invalid_argument", 3, 400],
  ["deadline_exceeded", 4, 504],
  ["not_found", 5, 404],
  ["already_exists", 6, 409],
  ["permission_denied", 7, 403],
  ["resource_exhausted", 8, 429],
  ["failed_precondition", 9, 400],
  ["aborted", 10, 409],
  ["out_of_range", 11, 400],
  ["unimplemented", 12, 501],
  ["internal", 13, 500],
  ["unavailable", 14, 503],
  ["data_loss", 15, 500],
  ["unauthenticated", 16, 401],
];
