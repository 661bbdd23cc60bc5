import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../support/laws/random.ts";
import { fuzzSeed as seed } from "../support/laws/seed.ts";
import { collectGarbage } from "../support/memory/garbage.ts";
import { Callers, protocols } from "../support/protocols.ts";
import { sharedServer } from "../support/shared-server.ts";
import { inputOf } from "./inputs.ts";
import { Wires } from "./wires.ts";

const count = Number(process.env["FUZZ_INPUTS"] ?? 2000);
const concurrency = 24;

const server = sharedServer({ LOG_LEVEL: "error" });
let wires: Wires;
beforeAll(() => {
  wires = new Wires(server().url);
});
afterAll(() => wires.close());

test(`${count} random inputs get valid answers (FUZZ_SEED=${seed} repeats them)`, async () => {
  const inherited = Reflect.ownKeys(Object.prototype);
  const seen = new Map<string, number>();
  let heapAfterWarmUp = 0;
  let next = 0;
  const sendInputs = async () => {
    while (next < count) {
      const index = next++;
      if (index === Math.floor(count / 4)) heapAfterWarmUp = heapUsed();
      const outcome = await tryInput(index);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendInputs));

  // The inputs must cover all kinds of answers.
  if (count >= 1000) {
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(["rest 200", "rest 400", "rest 404", "connect 200", "connect 400", "grpc 0", "grpc 3"]),
    );
  }
  const grownBytes = heapUsed() - heapAfterWarmUp;
  expect(grownBytes).toBeLessThan(128 * 1024 * 1024);
  expect(Reflect.ownKeys(Object.prototype)).toEqual(inherited);
  // Internal errors would be logged with their cause.
  expect(server().log).toEqual([]);
});

test("after all inputs the server answers a recorded request as before", async () => {
  const { cases } = JSON.parse(readFileSync(new URL("../vectors/geometry-vectors.json", import.meta.url), "utf8"));
  const [{ request, result: recorded }] = cases;
  const callers = new Callers(server());
  for (const protocol of protocols) {
    const { result } = await callers.call(protocol, "transform", request);
    recorded.transformed_data.forEach((value: number, index: number) => {
      expect(result.transformed_data[index]).toBeCloseTo(value, 11);
    });
  }
});

/** Sends one input; returns the kind of the answer, and throws if the answer is invalid. */
async function tryInput(index: number): Promise<string> {
  const input = inputOf(new Random(seed + index * 7919));
  const description = () =>
    `FUZZ_SEED=${seed}, input ${index}: ${input.wire} ${input.path} ${input.body.subarray(0, 400).toString("latin1")}`;
  const answer = await input.send(wires).catch((error: unknown) => {
    throw new Error(`no answer: ${description()}`, { cause: error });
  });
  const flaw = input.flawOf(answer);
  if (flaw !== undefined) throw new Error(`${flaw}: ${description()}\n${answer.body.slice(0, 400)}`);
  return `${input.wire} ${answer.grpcStatus ?? answer.status}`;
}

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
