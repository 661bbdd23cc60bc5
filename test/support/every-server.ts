import { afterAll, beforeAll } from "vitest";
import type { ServeOptions } from "../../server/app/serve.ts";
import { onEveryDatabase, type TestLocation } from "./database/databases.ts";
import { placeSchema } from "./database/schema-template.ts";
import { startServer, type TestServer } from "./server.ts";

/** The server that a suite runs against. */
export interface ServerUnderTest {
  readonly server: () => TestServer;
  /** Settings with which another server uses the same data. */
  readonly environment: () => Record<string, string>;
}

/** Runs a suite against a server on each database. `settings` is called before the server starts. */
export function onEveryServer(
  name: string,
  suite: (under: ServerUnderTest) => void,
  settings: () => Record<string, string> = () => ({}),
  options: ServeOptions = {},
): void {
  onEveryDatabase(name, (engine) => {
    let location: TestLocation;
    let server: TestServer;
    beforeAll(async () => {
      location = await engine.create();
      if (engine.kind === "sqlite") await placeSchema(location.dataDirectory);
      server = await startServer({ ...location.environment, ...settings() }, options);
    });
    afterAll(async () => {
      await server?.close();
      await location?.remove();
    });
    suite({ server: () => server, environment: () => location.environment });
  });
}
