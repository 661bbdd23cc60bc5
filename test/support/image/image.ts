import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { storeOfBases } from "./bases.ts";

/** What the image says of itself. */
interface Description {
  readonly created: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Cmd: readonly string[];
    readonly WorkingDir: string;
    readonly StopSignal: string;
    readonly Labels: Readonly<Record<string, string>>;
  };
}

/** A store of images of its own, in which `deploy/Containerfile` is built. */
export class ImageStore {
  readonly #folder = mkdtempSync(join(tmpdir(), "platonic-images-"));
  readonly #env: NodeJS.ProcessEnv;

  constructor() {
    const settings = join(this.#folder, "storage.conf");
    const [graph, runtime] = [join(this.#folder, "graph"), join(this.#folder, "run")];
    const bases = `additionalimagestores = ["${storeOfBases()}"]`;
    const lines = ['driver = "vfs"', `graphroot = "${graph}"`, `runroot = "${runtime}"`, "[storage.options]", bases];
    writeFileSync(settings, ["[storage]", ...lines, ""].join("\n"));
    this.#env = { ...process.env, CONTAINERS_STORAGE_CONF: settings, BUILDAH_ISOLATION: "chroot" };
  }

  /** Builds the image, from nothing, and returns the digest of its configuration, which names each of its files and settings. */
  async build(name: string, created: number): Promise<string> {
    const options = ["--format", "oci", "--layers=false", "--quiet", ...parametersOf(name, created)];
    await this.#run("buildah", "build", ...options, "--file", "deploy/Containerfile", ".");
    return this.#digestOf(name);
  }

  /** Builds the same by `npm run image`, which writes its files into `.release/`; returns the digest. */
  async release(name: string, created: number): Promise<string> {
    await this.#run("npm", "run", "--silent", "image", "--", ...parametersOf(name, created));
    return this.#digestOf(name);
  }

  describe(name: string): Description {
    const text = this.#buildah("inspect", "--type", "image", "--format", "{{.Config}}", name);
    return JSON.parse(text) as Description;
  }

  /** Returns a folder with the files of an image. */
  unpack(name: string): string {
    return this.#buildah("mount", this.#buildah("from", "--pull-never", name));
  }

  remove(): void {
    this.#buildah("umount", "--all");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #digestOf(name: string): string {
    return `sha256:${this.#buildah("inspect", "--type", "image", "--format", "{{.FromImageID}}", name)}`;
  }

  async #run(command: string, ...parameters: string[]): Promise<void> {
    await promisify(execFile)(command, parameters, { env: this.#env, maxBuffer: 1 << 26 });
  }

  #buildah(...parameters: string[]): string {
    return execFileSync("buildah", parameters, { env: this.#env, encoding: "utf8" }).trim();
  }
}

/** Parameters of a build on the bases of the tests, whose packages come from npm's cache. */
function parametersOf(name: string, created: number): string[] {
  const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
  const settings = ["BASE=localhost/base", "BUILD_BASE=localhost/build-base", "VERSION=1.2.3", "REVISION=abcdef"];
  const parameters = settings.flatMap((setting) => ["--build-arg", setting]);
  return [
    "--pull-never",
    "--timestamp",
    String(created),
    "--volume",
    `${cache}:/root/.npm`,
    "--tag",
    name,
    ...parameters,
  ];
}
