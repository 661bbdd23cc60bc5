import { afterAll, beforeAll } from "vitest";
import { startServer, type TestServer } from "./server.ts";

/** Starts a server for all tests of a file. The returned function returns it while the tests run. */
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
