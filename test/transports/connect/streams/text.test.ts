import { type IncomingMessage, request } from "node:http";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  HealthCheckRequestSchema,
  HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from "#contract/grpc/health/v1/health_pb.js";
import { WatchRequestSchema, WatchResponseSchema } from "#contract/wallet/v1/event_service_pb.js";
import { operatorKey } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();
const authorization = `Bearer ${operatorKey}`;
let wallet = "";

beforeAll(async () => {
  const { body } = await server().post("/api/identities/create", { username: "text" });
  wallet = body.result.identity.id;
  await server().post("/api/wallets/create", { identity_id: wallet });
});

function envelope(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

interface Frame {
  readonly flags: number;
  readonly bytes: Buffer;
}

/**
 * Reads a stream as the official client does: it decodes as many characters as make whole groups of four, each time that
 * some arrive, and takes padding anywhere.
 */
class TextStream {
  readonly #response: AsyncIterator<string>;
  #text = "";
  #bytes = Buffer.alloc(0);

  constructor(response: IncomingMessage) {
    this.#response = response.setEncoding("latin1")[Symbol.asyncIterator]();
  }

  /** The next frame; undefined at the end. */
  async next(): Promise<Frame | undefined> {
    for (;;) {
      const length = this.#bytes.length < 5 ? Number.NaN : 5 + this.#bytes.readUInt32BE(1);
      if (this.#bytes.length >= length) {
        const frame = { flags: this.#bytes[0] as number, bytes: this.#bytes.subarray(5, length) };
        this.#bytes = this.#bytes.subarray(length);
        return frame;
      }
      const { done, value } = await this.#response.next();
      if (done === true) {
        expect([this.#text, this.#bytes.length]).toEqual(["", 0]);
        return undefined;
      }
      this.#text += value;
      const whole = this.#text.length - (this.#text.length % 4);
      const groups = this.#text.slice(0, whole).match(/.{4}/g) ?? [];
      for (const group of groups) this.#bytes = Buffer.concat([this.#bytes, Buffer.from(group, "base64")]);
      this.#text = this.#text.slice(whole);
    }
  }
}

async function open(path: string, body: string | readonly string[], type = "application/grpc-web-text") {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { "content-type": type, accept: type, "x-grpc-web": "1", authorization };
    const sent = request(server().url + path, { method: "POST", headers }, resolve).on("error", reject);
    for (const piece of [body].flat()) sent.write(piece);
    sent.end();
  });
  onTestFinished(() => void response.destroy());
  return { response, stream: new TextStream(response) };
}

const watchHealth = envelope(toBinary(HealthCheckRequestSchema, create(HealthCheckRequestSchema)));

describe("a stream of gRPC-Web as text", () => {
  test.each([
    ["application/grpc-web-text", "application/grpc-web-text+proto"],
    ["application/grpc-web-text+proto", "application/grpc-web-text+proto"],
    ["Application/gRPC-Web-Text; charset=UTF-8", "application/grpc-web-text+proto"],
  ])("of %s tells each answer when it comes", async (type, answered) => {
    const body = watchHealth.toString("base64");
    const { response, stream } = await open("/grpc.health.v1.Health/Watch", body, type);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, answered]);
    const frame = (await stream.next()) as Frame;
    expect(fromBinary(HealthCheckResponseSchema, frame.bytes)).toMatchObject({ status: Status.SERVING });
  });

  test("tells of the events of a wallet", async () => {
    const asked = create(WatchRequestSchema, { identityId: wallet, fromStart: true });
    const body = envelope(toBinary(WatchRequestSchema, asked)).toString("base64");
    // In pieces that end within a group of four.
    const pieces = body.match(/.{1,7}/g) as string[];
    const { stream } = await open("/wallet.v1.EventService/Watch", pieces);
    const first = fromBinary(WatchResponseSchema, ((await stream.next()) as Frame).bytes);
    expect(first.entry).toBeUndefined();
    await server().post("/v1/admin/ledger/deposits", {
      identity_id: wallet,
      token_type: "TOKEN_STANDARD",
      amount: "3",
    });
    const second = fromBinary(WatchResponseSchema, ((await stream.next()) as Frame).bytes);
    expect(second.entry?.movements).toMatchObject([{ exactAmount: "3" }]);
  });

  test("ends with the trailers of a refusal, also before its first answer", async () => {
    const asked = create(WatchRequestSchema, { identityId: "none" });
    const refusals = [
      ["/wallet.v1.EventService/Watch", envelope(toBinary(WatchRequestSchema, asked)), 5],
      ["/wallet.v1.EventService/Watch", Buffer.from([0, 0, 0, 0, 9, 1]), 3],
      ["/wallet.v1.EventService/Watch", Buffer.from([0, 0xff, 0, 0, 0]), 8],
    ] as const;
    for (const [path, body, status] of refusals) {
      const { response, stream } = await open(path, body.toString("base64"));
      const frame = (await stream.next()) as Frame;
      expect([response.statusCode, frame.flags]).toEqual([200, 0x80]);
      expect(frame.bytes.toString("latin1")).toContain(`grpc-status: ${status}\r\n`);
      expect(await stream.next()).toBeUndefined();
    }
  });

  test("whose request is not base64 is refused as one of the caller", async () => {
    const { stream } = await open("/wallet.v1.EventService/Watch", "%%%%");
    expect(((await stream.next()) as Frame).bytes.toString("latin1")).toContain("grpc-status: 3\r\n");
  });
});

test("a call of gRPC-Web as text has one answer and its trailers", async () => {
  const { stream } = await open("/grpc.health.v1.Health/Check", watchHealth.toString("base64"));
  const frame = (await stream.next()) as Frame;
  expect(fromBinary(HealthCheckResponseSchema, frame.bytes)).toMatchObject({ status: Status.SERVING });
  expect(((await stream.next()) as Frame).bytes.toString("latin1")).toContain("grpc-status: 0\r\n");
});
