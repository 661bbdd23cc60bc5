import { afterAll, beforeAll } from "vitest";
import { sharedServer } from "../../../support/shared-server.ts";
import { Wire } from "./wire.ts";

/** Starts a server for all tests of a file. The returned function gives a wire to it while the tests run. */
export function sharedWire(): () => Wire {
  const server = sharedServer({ LOG_LEVEL: "silent" });
  let wire: Wire | undefined;
  beforeAll(() => {
    wire = new Wire(server().url);
  });
  afterAll(() => wire?.close());
  return () => wire as Wire;
}
