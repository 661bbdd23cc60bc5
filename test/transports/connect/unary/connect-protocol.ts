import { expect } from "vitest";
import { type Answer, errorAnswer, resultAnswer } from "./answer.ts";
import { expand } from "./framing.ts";
import { authorizationOf, type CallSpec, compressionDue, expectLength, type Protocol, pathOf } from "./protocol.ts";
import type { WireAnswer } from "./wire.ts";

export const connectPost: Protocol = {
  name: "Connect POST",
  versions: ["1.1", "2"],
  request: (asked) => ({
    verb: "POST",
    path: pathOf(asked),
    headers: {
      "content-type": `application/${asked.codec}`,
      "connect-protocol-version": "1",
      ...(asked.compression !== "identity" && { "content-encoding": asked.compression }),
      ...commonHeaders(asked),
    },
    body: asked.bytes,
  }),
  read,
};

export const connectGet: Protocol = {
  name: "Connect GET",
  versions: ["1.1", "2"],
  request: (asked) => ({ verb: "GET", path: `${pathOf(asked)}?${queryOf(asked)}`, headers: commonHeaders(asked) }),
  read(answer, asked) {
    if (answer.status === 200) expect(answer.headers["vary"]).toMatch(/\bAccept-Encoding\b/i);
    return read(answer, asked);
  },
};

function commonHeaders(asked: CallSpec): { [name: string]: string } {
  return {
    ...authorizationOf(asked),
    ...(asked.accepted !== undefined && { "accept-encoding": asked.accepted }),
    ...(asked.isLate && { "connect-timeout-ms": "0" }),
  };
}

/** Text stands for itself; what may be binary is in base64. */
function queryOf({ codec, compression, bytes }: CallSpec): string {
  const isText = codec === "json" && compression === "identity";
  const message = isText
    ? `message=${encodeURIComponent(Buffer.from(bytes).toString("utf8"))}`
    : `base64=1&message=${Buffer.from(bytes).toString("base64url")}`;
  return `connect=v1&encoding=${codec}&${message}${compression === "identity" ? "" : `&compression=${compression}`}`;
}

function read(answer: WireAnswer, asked: CallSpec): Answer {
  const { headers, body } = answer;
  expect(Object.keys(answer.trailers)).toEqual([]);
  expect(Object.keys(headers).filter((name) => name.startsWith("grpc-"))).toEqual([]);
  expectLength(answer);
  if (answer.status !== 200) return readError(answer);
  expect(headers["content-type"]).toBe(`application/${asked.codec}`);
  const plain = expand(headers["content-encoding"] ?? "identity", body);
  expect(headers["content-encoding"]).toBe(compressionDue(plain.length, asked));
  expect(headers["accept-encoding"]).toBe("gzip,br");
  return resultAnswer(asked.method.output, asked.codec, plain, headers);
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

/** From the specification: names of codes, their numbers, and the status that goes with each. */
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
