import { beforeAll, describe, expect, test } from "vitest";
import { legalRequests } from "../../support/geocode-operations.ts";
import { Callers, protocols } from "../../support/protocols.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { legal, path } from "./requests.ts";

const server = sharedServer({
  LOG_LEVEL: "trace",
  JWT_ISSUERS: JSON.stringify([{ issuer: "https://nobody.test", audience: "x", jwks: "http://127.0.0.1:1/keys" }]),
});
/** Text in every place that a caller can fill, which occurs nowhere else. */
const marker = "Xq7Marker9zK";
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = `${part({ alg: "ES256", kid: marker })}.${part({ iss: "https://nobody.test", sub: marker, aud: "x", exp: 4e9 })}.${"A".repeat(86)}`;

describe("the log", () => {
  let secret: string;
  beforeAll(async () => {
    ({ secret } = await server().createKey("operator"));
    const geometric = { type: marker, vertices: [[1]], faces: [], properties: { [marker]: marker } };
    const requests = [
      ["encode", { ...legalRequests.encode, data: { [marker]: [1, 2, 3] } }],
      ["encode", { ...legalRequests.encode, data: { [marker]: [] } }],
      ["encode", { ...legalRequests.encode, data: geometric }],
      ["encode", { ...legalRequests.encode, data: { ...geometric, values: [1, 2] } }],
      ["phiResonance", { ...legalRequests.phiResonance, data: [987654.321] }],
      ["phiResonance", { ...legalRequests.phiResonance, data: [987654.321, 1e301] }],
    ] as const;
    for (const protocol of protocols) {
      for (const [operation, request] of requests)
        await new Callers(server(), secret).call(protocol, operation, request);
      await new Callers(server(), `${marker}-as-key`).call(protocol, "transform", legalRequests.transform);
      await new Callers(server(), token).call(protocol, "transform", legalRequests.transform);
    }
    for (const body of [
      legal.replace("{", `{"${marker}":"${marker}",`),
      legal.replace("[1", `["${marker}"`),
      JSON.stringify({ ...legalRequests.transform, precision: marker }),
      `{"${marker}`,
      marker,
    ]) {
      await server().post(`${path}?${marker}=1`, body, { "X-Custom": marker, "User-Agent": marker });
    }
    await server().post(path, legal, { "Content-Type": marker });
    await server().post(`/v1/${marker}`, legal, { Referer: marker });
    await server().post("/v1/admin/keys", { name: marker, plan: marker });
    await server().post("/v1/admin/keys", { name: marker });
  });

  test("has protocol, reason, request id and duration of every call", () => {
    const lines = server().log.map((line) => JSON.parse(line));
    for (const protocol of ["rest", "connect", "grpc", "grpc-web"]) {
      const seen = lines.filter((line) => line.protocol === protocol).map((line) => line.reason);
      for (const reason of ["OK", "PARAMETER_INVALID", "VECTOR_DIMENSION_MISMATCH", "INVALID_API_KEY", "UNAVAILABLE"]) {
        expect(seen).toContain(reason);
      }
    }
    for (const line of lines.filter(({ method }) => method !== undefined)) {
      expect(line).toMatchObject({ requestId: expect.any(String), durationMs: expect.any(Number) });
    }
  });

  test("contains no secrets", () => {
    const text = server().log.join("");
    for (const hidden of [secret, operatorKey, token, secret.slice(4, 30), token.split(".")[1] as string]) {
      expect(text).not.toContain(hidden);
    }
    expect(text).not.toMatch(/bearer/i);
  });

  test("contains no data that callers sent", () => {
    for (const line of server().log) {
      expect(line).not.toContain(marker);
      expect(line).not.toContain("987654");
    }
  });
});
