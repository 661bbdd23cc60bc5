import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const [root, client] = ["package.json", "clients/typescript/package.json"].map(
  (path) => JSON.parse(readFileSync(path, "utf8")) as Manifest,
) as [Manifest, Manifest];

test("the command line has what the client needs, in the same versions and in production, too", () => {
  expect(root.dependencies).toMatchObject(client.dependencies);
});

test("the client is released with the service", () => expect(client.version).toBe(root.version));
