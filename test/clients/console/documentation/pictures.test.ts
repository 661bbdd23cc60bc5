import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readExample } from "../../../../clients/console/documentation/pictures/example.ts";
import { jitterbugAt } from "../../../../clients/console/documentation/pictures/jitterbug.ts";
import { drawPicture } from "../../../../clients/console/documentation/pictures/pictures.ts";
import { drawSolid, type Solid } from "../../../../clients/console/documentation/pictures/projection.ts";
import { orbitsOf } from "../../../../clients/console/documentation/pictures/r-space.ts";
import { operatorKey } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const operations = ["transform", "encode", "decode", "jitterbug", "phi-resonance", "r-space"];
const pageOf = (operation: string) => readFileSync(`docs/geometry/${operation}.md`, "utf8");

describe("the example of the operation", () => {
  const server = sharedServer();

  test.each(operations)("%s has the answer that the service gives", async (operation) => {
    const { request, result } = readExample(pageOf(operation));
    expect(pageOf(operation)).toContain(`/v1/geocode/${operation} `);
    const answer = await fetch(`${server().url}/v1/geocode/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    const found = ((await answer.json()) as { result: unknown }).result;
    // Pages show four digits of numbers that have more, and say so.
    expect(shortened(found)).toEqual(shortened(result));
  });
});

describe("pictures", () => {
  test.each(operations)("%s is drawn from its example, in the colours of the style sheet", (operation) => {
    const svg = drawPicture(operation, pageOf(operation));
    expect(svg).toMatch(/^<svg class="picture" role="img" aria-label="[^"]{10,}" viewBox="/);
    expect(svg).not.toMatch(/NaN|undefined|style=|#[0-9a-f]{3,6}\b|(?:fill|stroke)="/);
  });

  test("a picture that nobody knows is told", () => {
    expect(() => drawPicture("rose", pageOf("encode"))).toThrow("there is no picture rose: transform, encode");
    expect(() => drawPicture("encode", "# Encode")).toThrow("the page has no example");
  });

  test("the jitterbug is drawn where the service has it", () => {
    const { result } = readExample(pageOf("jitterbug"));
    const { vertices } = result["transformed_geometry"] as { vertices: number[][] };
    expect(shortened(jitterbugAt(0.5))).toEqual(shortened(vertices));
  });

  test("three edges of a cube are hidden behind its three faces in front", () => {
    const solid = readExample(pageOf("encode")).result["encoded_data"] as Solid;
    const drawn = drawSolid(solid, [0, 0], 100);
    const count = (kind: string) => drawn.filter((part) => part.includes(`class="${kind}"`)).length;
    expect([count("hidden-edge"), count("face"), count("edge")]).toEqual([3, 3, 9]);
  });

  test("orbits are the periods of decimal fractions", () => {
    expect(orbitsOf(7)).toEqual([[0], [1, 3, 2, 6, 4, 5]]);
    expect(orbitsOf(13)).toEqual([[0], [1, 10, 9, 12, 3, 4], [2, 7, 5, 11, 6, 8]]);
  });
});

/** A value whose numbers have four significant digits. */
function shortened(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === "number" ? Number(each.toPrecision(4)) + 0 : each,
  );
}
