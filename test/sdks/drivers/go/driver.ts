import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { goToolsProblem } from "../../../support/go-tools.ts";
import type { Driver } from "../driver.ts";

const sdk = "github.com/platonic/platonic/clients/go";

export const goDriver: Driver = {
  language: "go",
  hasChannel: true,
  problem: () => goToolsProblem,
  install(folder) {
    const { environment, version } = packGo(join(folder, "proxy"));
    const source = join(folder, "driver");
    cpSync("test/sdks/drivers/go", source, { recursive: true, filter: (path) => !path.endsWith(".ts") });
    const go = (...parameters: string[]) =>
      execFileSync("go", parameters, { cwd: source, env: environment, stdio: ["ignore", "ignore", "inherit"] });
    go("mod", "edit", `-require=${sdk}@${version}`);
    go("build", "-o", "driver", ".");
    return [join(source, "driver")];
  },
};

/**
 * Packs the client for Go as a proxy of modules serves it, below a folder. Returns its version, which no other content has, and
 * the environment in which programs can require it.
 */
export function packGo(proxy: string): { readonly version: string; readonly environment: NodeJS.ProcessEnv } {
  const pack = (version: string, folder: string) =>
    execFileSync("go", ["run", "./pack", resolve("clients/go"), version, folder], {
      cwd: "clients/go/tools",
      stdio: ["ignore", "ignore", "inherit"],
    });
  // Go keeps a version for ever, so that its name has the digest of what is in it.
  pack("v0.0.0", join(proxy, "unnamed"));
  const zip = readFileSync(join(proxy, "unnamed", sdk, "@v/v0.0.0.zip"));
  const version = `v0.1.0-packed.${createHash("sha256").update(zip).digest("hex").slice(0, 12)}`;
  pack(version, proxy);
  const environment = {
    ...process.env,
    GOPROXY: `file://${resolve(proxy)},${execFileSync("go", ["env", "GOPROXY"], { encoding: "utf8" }).trim()}`,
    GONOSUMDB: "github.com/platonic/*",
    GOFLAGS: "-mod=mod",
  };
  return { version, environment };
}
