import { expect, test } from "vitest";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();
const path = "/v1/geocode/transform";
const legal = JSON.stringify({ data: [1, 2, 3], source_dimensions: 3, target_dimensions: 4 });

test.each(["utf-16", '"UTF-16"', "latin1", "iso-8859-1", ""])(
  "the charset %s is refused over REST",
  async (charset) => {
    const type = `application/json; charset=${charset}`;
    const { status, body } = await server().post(path, legal, { "Content-Type": type });
    expect([status, body.error]).toEqual([
      400,
      {
        code: "PARAMETER_INVALID",
        message: "Content-Type must be application/json in UTF-8",
        details: { parameter: "Content-Type", provided: type.trim() },
      },
    ]);
  },
);

test.each(["; charset=utf-8", ";CHARSET=UTF-8", '; charset="utf-8"', "; charset=utf8", ";", "; version=1"])(
  "application/json%s is read over REST",
  async (parameters) => {
    const { status } = await server().post(path, legal, { "Content-Type": `application/json${parameters}` });
    expect(status).toBe(200);
  },
);
