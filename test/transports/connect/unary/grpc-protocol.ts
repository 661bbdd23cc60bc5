import { expect } from "vitest";
import { type Answer, errorAnswer, readStatus, resultAnswer } from "./answer.ts";
import { compressedFlag, type Envelope, envelope, envelopesIn, expand, trailerFlag, trailersIn } from "./framing.ts";
import { authorizationOf, type CallSpec, compressionDue, expectLength, type Protocol, pathOf } from "./protocol.ts";
import type { WireAnswer } from "./wire.ts";

type Headers = { readonly [name: string]: string };

export const grpc: Protocol = {
  name: "gRPC",
  versions: ["2"],
  request: (call) => requestOf(call, "application/grpc", (body) => body),
  read(answer, call) {
    expectHead(answer, `application/grpc+${call.codec}`);
    if (answer.headers["grpc-status"] !== undefined) {
      // A trailers-only response: one block of headers opens and ends the answer.
      expect([answer.isHeadersOnly, answer.body.length, Object.keys(answer.trailers)]).toEqual([true, 0, []]);
      return readError(answer.headers);
    }
    expect(answer.trailers).toEqual({ "grpc-status": "0" });
    const [message, ...others] = envelopesIn(answer.body);
    expect(others).toEqual([]);
    return readMessage(message, answer, call);
  },
};

export const grpcWeb = web("gRPC-Web", "application/grpc-web", {
  encode: (body) => body,
  decode: (body) => body,
});

export const grpcWebText = web("gRPC-Web text", "application/grpc-web-text", {
  encode: (body) => Buffer.from(body.toString("base64")),
  decode(body) {
    const text = body.toString("latin1");
    expect(text).toMatch(/^[A-Za-z0-9+/]*={0,2}$/);
    expect(text.length % 4).toBe(0);
    return Buffer.from(text, "base64");
  },
});

interface BodyEncoding {
  encode(body: Buffer): Buffer;
  decode(body: Buffer): Buffer;
}

function web(name: string, family: string, encoding: BodyEncoding): Protocol {
  return {
    name,
    versions: ["1.1", "2"],
    request: (call) => requestOf(call, family, encoding.encode),
    read(answer, call) {
      expectHead(answer, `${family}+${call.codec}`);
      expect(Object.keys(answer.trailers)).toEqual([]);
      if (answer.headers["grpc-status"] !== undefined) {
        // A trailers-only response of gRPC is a headers-only response of gRPC-Web.
        expect(answer.body.length).toBe(0);
        return readError(answer.headers);
      }
      const [message, trailers, ...others] = envelopesIn(encoding.decode(answer.body));
      expect([trailers?.flags, others]).toEqual([trailerFlag, []]);
      expect(trailersIn(trailers?.bytes as Buffer)).toEqual({ "grpc-status": "0" });
      return readMessage(message, answer, call);
    },
  };
}

function requestOf(call: CallSpec, family: string, encode: (body: Buffer) => Buffer) {
  const isCompressed = call.compression !== "identity";
  const headers = {
    "content-type": `${family}+${call.codec}`,
    ...(family === "application/grpc" ? { te: "trailers" } : { "x-grpc-web": "1" }),
    ...(isCompressed && { "grpc-encoding": call.compression }),
    ...(call.accepted !== undefined && { "grpc-accept-encoding": call.accepted }),
    ...(call.isLate && { "grpc-timeout": "1n" }),
    ...authorizationOf(call),
  };
  const body = encode(envelope(isCompressed ? compressedFlag : 0, call.bytes));
  return { verb: "POST", path: pathOf(call), headers, body };
}

/** Checks the HTTP status, which is always 200, and the content type. Only envelopes are compressed. */
function expectHead(answer: WireAnswer, contentType: string): void {
  const { status, headers } = answer;
  expect([status, headers["content-type"]]).toEqual([200, contentType]);
  expect(headers["content-encoding"]).toBeUndefined();
  expectLength(answer);
}

function readMessage(message: Envelope | undefined, { headers }: WireAnswer, call: CallSpec): Answer {
  if (message === undefined) throw new Error("an answer without a message");
  expect(Object.keys(headers).filter((name) => /^grpc-(status|message)/.test(name))).toEqual([]);
  expect(headers["grpc-accept-encoding"]).toBe("gzip,br");
  const encoding = headers["grpc-encoding"];
  const plain = expand(encoding ?? "identity", message.bytes);
  expect(encoding).toBe(compressionDue(plain.length, call));
  expect(message.flags).toBe(encoding === undefined ? 0 : compressedFlag);
  return resultAnswer(call.method.output, call.codec, plain, headers);
}

function readError(headers: Headers): Answer {
  const code = Number(headers["grpc-status"]);
  const encoded = headers["grpc-message"] as string;
  expect(encoded).toMatch(/^([ -$&-~]|%[0-9A-F]{2})*$/);
  const message = decodeURIComponent(encoded);
  const binary = headers["grpc-status-details-bin"];
  if (binary === undefined) return errorAnswer(code, message, [], headers);
  expect(binary).toMatch(/^[A-Za-z0-9+/]+$/);
  const status = readStatus(binary);
  expect([status.code, status.message]).toEqual([code, message]);
  return errorAnswer(code, message, status.details, headers);
}
