import { afterAll, beforeAll } from "vitest";
import { sharedServer } from "../../../support/shared-server.ts";
import { Wire } from "./wire.ts";

/** A wire to a server of its own for all tests of a file: a function that answers it once the tests run. */
export function sharedWire(): () => Wire {
  const server = sharedServer({ LOG_LEVEL: "silent" });
  let wire: Wire | undefined;
  beforeAll(() => {
    wire = new Wire(server().url);
  });
  afterAll(() => wire?.close());
  return () => wire as Wire;
}
