/**
 * `npm run package`: builds the package `platonic` into `.package/`: the service and the command line as JavaScript,
 * which Node also runs from `node_modules`.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const built = join(root, ".package");

/** Files that the service reads besides its programs. */
const data = [
  "gen/descriptors/platonic.binpb",
  "gen/openapi",
  "gen/summaries.json",
  "gen/asyncapi",
  "clients/console/dist",
];

rmSync(built, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, "node_modules/tsc/bin/tsc"), "-p", import.meta.dirname], {
  stdio: "inherit",
});
for (const name of globSync("**/*.js", { cwd: built })) mend(join(built, name));
nameVersion();
for (const name of globSync("gen/es/**/*.js", { cwd: root })) cpSync(join(root, name), join(built, name));
execFileSync(process.execPath, [join(root, "clients/console/build.ts"), "--once"], { stdio: "inherit" });
for (const path of data) cpSync(join(root, path), join(built, path), { recursive: true });
for (const name of ["LICENSE", "CHANGELOG.md"]) cpSync(join(root, name), join(built, name));
cpSync(join(root, "clients/cli/README.md"), join(built, "README.md"));
const manifest = manifestOf(read("package.json"));
write("package.json", manifest);
bundleTypeorm();
chmodSync(join(built, "clients/cli/bin.js"), 0o755);

/** Rewrites URLs of other programs, since the compiler rewrites only imports, and the check for the main program. */
function mend(file: string): void {
  const source = readFileSync(file, "utf8");
  const mended = source
    .replaceAll(/new URL\("(\.[^"]+)\.ts"/g, 'new URL("$1.js"')
    // Node 22 has no `import.meta.main`. A command is started through a link.
    .replace(
      /if \(import\.meta\.main\)/,
      'if (import.meta.filename === (await import("node:fs")).realpathSync(process.argv[1] ?? "."))',
    );
  if (mended !== source) writeFileSync(file, mended);
}

/** Writes the version of the client into its module: with its manifest the client would be a package of its own, with other aliases. */
function nameVersion(): void {
  const { version } = read<Manifest>("clients/typescript/package.json");
  rmSync(join(built, "clients/typescript/package.json"));
  const module = join(built, "clients/typescript/src/package-version.js");
  writeFileSync(module, `export const packageVersion = ${JSON.stringify(version)};\n`);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: object;
  readonly license: string;
  readonly [member: string]: unknown;
}

/** Returns the package.json of the package: that of the repository, without what only developers need. */
function manifestOf({ name, version, description, license, type, dependencies, imports, bin, scripts }: Manifest) {
  // Users of the package have their own Node.
  const { node: _, ...needed } = { ...dependencies, ...dependenciesOfClients() };
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: ">=22.15" },
    bin: ofJavaScript(bin),
    imports: ofJavaScript(imports as Record<string, string>),
    // Without the cache of compiled modules: what is installed may be read-only, and has no types to remove.
    scripts: ofJavaScript({ start: (scripts as Record<string, string>)["start"]?.replace(/^\S+=\S+ /, "") as string }),
    // npm does not install the dependencies of a bundled package.
    dependencies: { ...installedVersions(read<Manifest>("node_modules/typeorm/package.json").dependencies), ...needed },
    bundleDependencies: ["typeorm"],
  };
}

/** Returns the dependencies of the packaged clients, without the workspaces, whose code is in the package. */
function dependenciesOfClients(): Record<string, string> {
  const all = ["gen", "clients/cli", "clients/typescript"].flatMap((folder) =>
    Object.entries(read<Manifest>(`${folder}/package.json`).dependencies),
  );
  return installedVersions(Object.fromEntries(all.filter(([name]) => !name.startsWith("platonic-"))));
}

/** Returns the versions with which the service is tested. */
function installedVersions(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  const versionOf = (name: string) => read<Manifest>(`node_modules/${name}/package.json`).version;
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]));
}

function ofJavaScript(paths: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, path.replace(/\.ts$/, ".js")]));
}

/**
 * Bundles TypeORM without its list of drivers: the list names older versions of the SQLite driver than ours, and npm
 * would install both, and compile the older one. A package cannot override that when it is installed.
 */
function bundleTypeorm(): void {
  const target = join(built, "node_modules/typeorm");
  cpSync(join(root, "node_modules/typeorm"), target, {
    recursive: true,
    filter: (path) => !path.startsWith(join(root, "node_modules/typeorm/browser")),
  });
  const {
    peerDependencies: _,
    peerDependenciesMeta: __,
    ...kept
  } = read<Manifest>("node_modules/typeorm/package.json");
  write("node_modules/typeorm/package.json", kept);
}

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(root, name), "utf8")) as Content;
}

function write(name: string, content: object): void {
  writeFileSync(join(built, name), `${JSON.stringify(content, null, 2)}\n`);
}
