import { execFileSync } from "node:child_process";
import { parse } from "yaml";
import { manifestsProgram } from "../image/manifests.ts";

/** A compose file as compose itself reads it: paths are absolute, and short forms are written out. */
export interface Project {
  readonly services: Readonly<Record<string, Service>>;
}

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly Port[];
  readonly volumes?: readonly Volume[];
  readonly network_mode?: "none";
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
}

type Condition = "service_completed_successfully" | "service_healthy" | "service_started";

interface Port {
  readonly host_ip: string;
  readonly target: number;
  readonly published: string;
}

interface Volume {
  readonly type: "bind" | "volume";
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
}

/** Members of a service that are understood; `build`, `networks` and `restart` are as tests need them anyway. */
const known = new Set([
  "build",
  "cap_drop",
  "command",
  "depends_on",
  "environment",
  "healthcheck",
  "image",
  "network_mode",
  "networks",
  "ports",
  "read_only",
  "restart",
  "security_opt",
  "stop_grace_period",
  "user",
  "volumes",
]);

/** Reads a compose file by compose's own code. */
export function readProject(file: string): Project {
  const project = parse(execFileSync(manifestsProgram(), ["--compose", file], { encoding: "utf8" })) as Project;
  for (const [name, service] of Object.entries(project.services)) {
    const unknown = Object.keys(service).filter((member) => !known.has(member));
    if (unknown.length > 0) throw new Error(`the tests cannot start ${name}, which has ${unknown.join(", ")}`);
  }
  return project;
}
