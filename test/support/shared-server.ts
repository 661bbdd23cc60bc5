import { afterAll, beforeAll } from "vitest";
import { startServer, type TestServer } from "./server.ts";

/** A server for all tests of a file: a function that answers it once the tests run. */
export function sharedServer(environment: Record<string, string> = {}): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer(environment);
  });
  afterAll(async () => {
    await server?.close();
  });
  return () => server as TestServer;
}
