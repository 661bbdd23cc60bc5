import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Manifest {
  readonly private?: true;
  readonly version: string;
  readonly workspaces: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly integrity?: string;
  readonly optional?: true;
  /** A workspace. */
  readonly link?: true;
}

const root = manifestIn(".");
const workspaces = Object.fromEntries(root.workspaces.map((folder) => [folder, manifestIn(folder)]));

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

test("a package that several workspaces need has one version", () => {
  const versions: Record<string, string> = {};
  for (const { dependencies, devDependencies } of [root, ...Object.values(workspaces)]) {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const exact = version.replace(/^\^/, "");
      versions[name] ??= exact;
      expect([name, exact]).toEqual([name, versions[name]]);
    }
  }
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, unknown> };
  const nested = Object.keys(packages).filter((path) =>
    root.workspaces.some((folder) => path.startsWith(`${folder}/`)),
  );
  expect(nested).toEqual([]);
});

test("the workspaces are released with the service", () => {
  for (const [folder, { version }] of Object.entries(workspaces))
    expect([folder, version]).toEqual([folder, root.version]);
});

test.each([
  ["Rust", "clients/rust/Cargo.toml", /^version = "(.*?)"/m],
  ["Go", "clients/go/doc.go", /^const Version = "(.*?)"/m],
  ["Python", "clients/python/src/platonic_client/_version.py", /^__version__ = "(.*?)"/m],
  ["Java", "clients/java/pom.xml", /<artifactId>platonic-parent<\/artifactId>\s*<version>(.*?)<\/version>/],
  ["Java, as its README has it", "clients/java/README.md", /platonic-client<\/artifactId>\s*<version>(.*?)<\/version>/],
])("the client for %s is released with the service", (_, file, pattern) => {
  const [, version] = pattern.exec(readFileSync(file, "utf8")) ?? [];
  expect(version).toBe(root.version);
});

test("every dependency is named with its exact version", () => {
  const named = [root, ...Object.values(workspaces)].flatMap(({ private: isPrivate, dependencies, devDependencies }) =>
    Object.entries({ ...(isPrivate && dependencies), ...devDependencies }),
  );
  expect(named.filter(([, version]) => !/^(\d+\.\d+\.\d+|npm:\S+@\d+\.\d+\.\d+)$/.test(version))).toEqual([]);
});

test("a package that others depend on leaves them the version, from the tested one on", () => {
  const named = Object.values(workspaces).flatMap(({ private: isPrivate, dependencies }) =>
    Object.entries(isPrivate ? {} : (dependencies ?? {})),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const [name, range] of named) {
    const { version } = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")) as Manifest;
    expect([name, range]).toEqual([name, `^${version}`]);
  }
});

test("every place that names a version of Node names the one that is installed with the packages", () => {
  const { node } = root.dependencies as { readonly node: string };
  const [major] = node.split(".");
  expect(execFileSync(join("node_modules/node", "bin/node"), ["--version"], { encoding: "utf8" }).trim()).toBe(
    `v${node}`,
  );
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Locked & { readonly version?: string }>;
  };
  expect(packages["node_modules/node"]?.version).toBe(node);
  expect(JSON.parse(readFileSync("package.json", "utf8")).allowScripts).toHaveProperty(`node@${node}`, true);
  expect(readFileSync(".nvmrc", "utf8").trim()).toBe(major);
  const files = [".devcontainer/Dockerfile", ...globSync(".github/workflows/*.yaml")];
  const images = files.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\bnode:(\d+)/g)]);
  expect(images.length).toBeGreaterThan(2);
  expect(new Set(images.map(([, image]) => image))).toEqual(new Set([major]));
});

test.each([".", "config/mutation"])("in %s every package that is installed has a hash", (folder) => {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  // Those of other platforms have none if the registry did not offer them: scripts/complete-lock.ts.
  const without = Object.entries(packages).filter(
    ([name, { integrity }]) => name.startsWith("node_modules/") && integrity === undefined,
  );
  expect(
    without.filter(([name, { optional, link }]) => !link && (optional !== true || existsSync(join(folder, name)))),
  ).toEqual([]);
});
