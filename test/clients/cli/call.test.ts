import { expect, test } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

async function run(...args: string[]): Promise<{ status: number; output: string }> {
  const out: string[] = [];
  const write = (text: string) => out.push(text);
  const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
  const status = await platonic(["call", ...args], { env, write, complain: write });
  return { status, output: out.join("") };
}

test("platonic call makes a call of any operation by its name", async () => {
  const request = '{"data": {"values": [3, 4]}, "sourceDimensions": 5}';
  const { status, output } = await run("admin.v1.ProcessService/ListProcesses", "--request", "{}", "--json");
  expect([status, JSON.parse(output)]).toEqual([0, { processes: [expect.objectContaining({ state: "ready" })] }]);
  expect(await run("geocode.v1.GeocodeService/Transform", "--request", request)).toEqual({
    status: 1,
    output: expect.stringContaining("PARAMETER_REQUIRED"),
  });
});

test.each([
  [
    "geocode.v1.Geocode/Transform",
    "{}",
    "no service of geocode.v1.Geocode/Transform; there are: admin.v1.AuditService, ",
  ],
  [
    "geocode.v1.GeocodeService/transform",
    "{}",
    "no method of geocode.v1.GeocodeService/transform; there are: Transform, ",
  ],
  ["wallet.v1.EventService/Watch", "{}", "is a stream"],
  ["geocode.v1.GeocodeService/Transform", '{"vector": 1}', 'key "vector" is unknown'],
])("platonic call %s with %s says what is wrong", async (name, request, text) => {
  expect(await run(name, "--request", request)).toEqual({ status: 2, output: expect.stringContaining(text) });
});
