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

  /** Builds the image, from nothing, and returns its digest, which names each of its files and settings. */
  async build(name: string, created: number): Promise<string> {
    const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
    const bases = ["--build-arg", "BASE=localhost/base", "--build-arg", "BUILD_BASE=localhost/build-base"];
    const labels = ["--build-arg", "VERSION=1.2.3", "--build-arg", "REVISION=abcdef"];
    const options = ["--pull-never", "--format", "oci", "--layers=false", "--timestamp", String(created)];
    const iidFile = join(this.#folder, `${name}.id`);
    const output = [...options, "--volume", `${cache}:/root/.npm`, "--tag", name, "--iidfile", iidFile, "--quiet"];
    await promisify(execFile)(
      "buildah",
      ["build", ...output, ...bases, ...labels, "--file", "deploy/Containerfile", "."],
      { env: this.#env, maxBuffer: 1 << 26 },
    );
    return this.#buildah("inspect", "--type", "image", "--format", "{{.FromImageDigest}}", name);
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

  #buildah(...parameters: string[]): string {
    return execFileSync("buildah", parameters, { env: this.#env, encoding: "utf8" }).trim();
  }
}
