// @module-tag slow/programs

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { goTool, goToolsProblem } from "../../../support/go-tools.ts";
import { hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";
import { operatorKey, startServer, type TestServer } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const run = promisify(execFile);
const isSkipped = goToolsProblem !== undefined && process.env["CI"] !== "true";
const reason = isSkipped ? ` (${goToolsProblem})` : "";
const server = sharedServer();

const addressOf = ({ url }: TestServer) => new URL(url).host;
const key = ["-H", `authorization: Bearer ${operatorKey}`];

describe.skipIf(isSkipped)(`grpcurl without any file${reason}`, () => {
  const grpcurl = async (...parameters: string[]) => (await run(goTool("grpcurl"), parameters)).stdout;
  beforeAll(() => void goTool("grpcurl"), 600_000);

  test("lists services and methods", async () => {
    const services = (await grpcurl("-plaintext", addressOf(server()), "list")).trim().split("\n");
    expect(services).toEqual(services.toSorted());
    expect(services).toContain("wallet.v1.WalletService");
    for (const service of services) {
      const methods = (await grpcurl("-plaintext", addressOf(server()), "list", service)).trim().split("\n");
      expect(methods.every((method) => method.startsWith(`${service}.`))).toBe(true);
    }
  });

  test("describes every service, and messages with their options", async () => {
    const all = await grpcurl("-plaintext", addressOf(server()), "describe");
    expect(all).toContain("wallet.v1.WalletService is a service:");
    expect(all).toContain('option (.access.v1.permission) = "geocode:transform"');
    const message = await grpcurl("-plaintext", addressOf(server()), "describe", "geocode.v1.TransformRequest");
    expect(message).toContain("message TransformRequest {");
    expect(message).toContain("source_dimensions");
  });

  test("calls a method", async () => {
    const data = '{"data": {"values": [1, 2, 3, 4, 5]}, "sourceDimensions": 5, "targetDimensions": 3}';
    const method = "geocode.v1.GeocodeService/Transform";
    const answer = await grpcurl("-plaintext", ...key, "-d", data, addressOf(server()), method);
    expect(JSON.parse(answer)).toMatchObject({ sourceDimensions: 5, targetDimensions: 3 });
  });

  test("shows the details of an error", async () => {
    const call = ["-plaintext", ...key, "-d", "{}", addressOf(server()), "geocode.v1.GeocodeService/Transform"];
    const { stderr } = await run(goTool("grpcurl"), call).catch((error: { stderr: string }) => error);
    expect(stderr).toContain("Code: InvalidArgument");
    expect(stderr).toContain('"@type": "type.googleapis.com/fault.v1.FaultDetail"');
    expect(stderr).toContain('"reason": "REASON_PARAMETER_REQUIRED"');
    expect(stderr).not.toContain("not recognized");
  });

  test.skipIf(!hasOpenssl)("works with TLS", async () => {
    const certificate = makeCertificate();
    onTestFinished(certificate.remove);
    const own = await startServer({ TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile });
    onTestFinished(() => own.close());
    expect(await grpcurl("-cacert", certificate.certFile, addressOf(own), "list")).toContain("grpc.health.v1.Health");
  });
});

describe.skipIf(isSkipped)(`grpc-health-probe, as Kubernetes asks${reason}`, () => {
  const probe = async (...parameters: string[]) => (await run(goTool("grpc-health-probe"), parameters)).stderr;
  beforeAll(() => void goTool("grpc-health-probe"), 600_000);

  test("finds the server and each service serving", async () => {
    for (const service of ["", "wallet.v1.WalletService"]) {
      expect(await probe(`-addr=${addressOf(server())}`, `-service=${service}`)).toContain("status: SERVING");
    }
  });

  test("fails while the server drains, and for an unknown service", async () => {
    const failed = (error: { code: number; stderr: string }) => error;
    const unknown = probe(`-addr=${addressOf(server())}`, "-service=nothing.v1.Nothing").catch(failed);
    expect(await unknown).toMatchObject({ code: 3, stderr: expect.stringContaining("NotFound") });
    const own = await startServer({ DRAIN_MS: "3000" });
    const closed = own.close();
    const draining = await probe(`-addr=${addressOf(own)}`).catch(failed);
    expect(draining).toMatchObject({ code: 4, stderr: expect.stringContaining("NOT_SERVING") });
    await closed;
  });
});
