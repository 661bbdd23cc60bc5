import { describe, expect, test } from "vitest";
import { legalRequests, withMember } from "../../../support/geocode-operations.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectRefusal, resultOf } from "./answers.ts";
import { promiseFields } from "./field-promises.ts";
import { promiseResult } from "./result-promises.ts";

const server = sharedServer();
const legal = legalRequests.rSpace;
const operations = ["project", "rotate", "invert", "harmonize"];
const spaces = [
  ["R7", 7],
  ["R11", 11],
  ["R13", 13],
] as const;
const project = { ...legal, operation: "project" };
const harmonize = { ...legal, operation: "harmonize" };

promiseFields(server, "rSpace", legal, [
  { name: "data", kind: "array", required: true },
  { name: "r_space", kind: "string", required: true, words: ["R7", "R11", "R13"] },
  { name: "operation", kind: "string", required: true, words: operations },
  { name: "parameters", kind: "object", byDefault: { value: {}, other: { rotation_angle: 1 } } },
  {
    name: "parameters.rotation_angle",
    kind: "number",
    byDefault: { value: (2 * Math.PI) / 7, other: 1 },
  },
  { name: "parameters.rotation_plane", kind: "array", byDefault: { value: [0, 1], other: [1, 2] } },
  { name: "parameters.normalize", kind: "boolean", byDefault: { value: false, other: true } },
]);

describe("project", () => {
  promiseFields(server, "rSpace", project, [
    {
      name: "parameters.harmonics",
      kind: "integer",
      range: [0, 3],
      rangeDepends: true,
      byDefault: { value: 3, other: 2 },
    },
  ]);
});

describe("harmonize", () => {
  promiseFields(server, "rSpace", harmonize, [
    { name: "parameters.strength", kind: "number", range: [0, 1], byDefault: { value: 1, other: 0.5 } },
  ]);
});

for (const operation of operations) {
  promiseResult(server, "rSpace", operation, { ...legal, operation }, [
    ["transformed_data[]", "number"],
    ["r_space_metrics.space", "string"],
    ["r_space_metrics.operation", "string"],
    ["r_space_metrics.preservation.magnitude", "number"],
    ["r_space_metrics.preservation.energy", "number"],
    ["r_space_metrics.preservation.phase", "number"],
    ["r_space_metrics.prime_resonance", "number"],
  ]);
}

const combinations = spaces.flatMap(([space, p]) => operations.map((operation) => [space, operation, p] as const));
test.each(combinations)("%s %s is echoed, and returns blocks of %i numbers", async (space, operation, p) => {
  for (const length of [1, p, p + 1]) {
    const data = new Array(length).fill(0.5);
    const result = await resultOf(server(), "rSpace", { data, r_space: space, operation });
    expect(result.r_space_metrics).toMatchObject({ space, operation });
    expect(result.transformed_data).toHaveLength(length > p ? 2 * p : p);
  }
});

describe.each(spaces)("parameters in %s", (space, p) => {
  test("rotation_angle is 2 pi / p when absent", async () => {
    const request = { ...legal, r_space: space };
    const explicit = withMember(request, "parameters.rotation_angle", (2 * Math.PI) / p);
    expect(await resultOf(server(), "rSpace", request)).toEqual(await resultOf(server(), "rSpace", explicit));
  });

  test("harmonics may be from 0 to (p - 1) / 2, which is the default", async () => {
    const request = { ...project, r_space: space };
    const most = (p - 1) / 2;
    const all = await resultOf(server(), "rSpace", withMember(request, "parameters.harmonics", most));
    expect(await resultOf(server(), "rSpace", request)).toEqual(all);
    await resultOf(server(), "rSpace", withMember(request, "parameters.harmonics", 0));
    for (const provided of [-1, most + 1]) {
      await expectRefusal(server(), "rSpace", withMember(request, "parameters.harmonics", provided), {
        code: "PARAMETER_INVALID",
        parameter: "parameters.harmonics",
        provided,
        validRange: [0, most],
      });
    }
  });

  test("rotation_plane may name the first and the last axis, in either order", async () => {
    for (const plane of [
      [0, p - 1],
      [p - 1, 0],
    ]) {
      await resultOf(server(), "rSpace", withMember({ ...legal, r_space: space }, "parameters.rotation_plane", plane));
    }
  });

  test.each([[[]], [[0]], [[0, 1, 2]], [[1, 1]], [[-1, 0]], [[0, p]]])(
    "rotation_plane may not be %j",
    async (plane) => {
      const request = withMember({ ...legal, r_space: space }, "parameters.rotation_plane", plane);
      await expectRefusal(server(), "rSpace", request, {
        code: "PARAMETER_INVALID",
        parameter: "parameters.rotation_plane",
        provided: plane,
        validRange: [0, p - 1],
      });
    },
  );
});

test("normalize divides the result by its norm", async () => {
  const { transformed_data: data } = await resultOf(
    server(),
    "rSpace",
    withMember(legal, "parameters.normalize", true),
  );
  expect(Math.hypot(...data)).toBeCloseTo(1, 12);
});

test.each([
  ["rotate", { harmonics: 99, strength: 0.5 }],
  ["project", { rotation_plane: [5, 5], rotation_angle: 1, normalize: true, strength: 0.5 }],
  ["invert", { harmonics: 99, rotation_plane: [9], rotation_angle: 1, normalize: true, strength: 0.5 }],
  ["harmonize", { harmonics: 99, rotation_plane: [], rotation_angle: 1, normalize: true }],
])("%s passes over the parameters of other operations", async (operation, parameters) => {
  const request = { ...legal, operation };
  const plain = await resultOf(server(), "rSpace", request);
  expect(await resultOf(server(), "rSpace", { ...request, parameters })).toEqual(plain);
});

test("an entry of rotation_plane that is not an integer is refused with its index", async () => {
  const request = withMember(legal, "parameters.rotation_plane", [0, 1.5]);
  const refusal = { code: "PARAMETER_INVALID", parameter: "parameters.rotation_plane[1]", provided: 1.5 };
  await expectRefusal(server(), "rSpace", request, refusal);
});

test("rotation_angle must be finite", async () => {
  const text = JSON.stringify(withMember(legal, "parameters.rotation_angle", "x")).replace('"x"', "1e999");
  const refusal = { code: "PARAMETER_INVALID", parameter: "parameters.rotation_angle", provided: "Infinity" };
  await expectRefusal(server(), "rSpace", text, refusal);
});

describe("lengths", () => {
  const long = new Array(100_000).fill(1.5);
  test("data may have 100000 numbers", async () => {
    const { transformed_data: data } = await resultOf(server(), "rSpace", { ...legal, data: long });
    expect(data).toHaveLength(7 * Math.ceil(100_000 / 7));
  });

  test.each([
    ["no numbers", [], []],
    ["100001 numbers", [...long, 1], "a list of 100001 entries"],
  ])("data may not have %s", async (_, data, provided) => {
    const validRange = [1, 100_000] as const;
    const refusal = { code: "PARAMETER_INVALID", parameter: "data", provided, validRange };
    await expectRefusal(server(), "rSpace", { ...legal, data }, refusal);
  });
});
