import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

const systemdAnalyze = "systemd-analyze";

/** Path at which the unit expects this checkout. */
const installedAt = "/opt/platonic";

/** Settings of the unit that runs the service, as systemd would apply them to this checkout. */
export interface ServiceUnit {
  /** Names of its directives. */
  readonly directives: ReadonlySet<string>;
  /** Values of a directive, in their order. */
  all(directive: string): readonly string[];
  /** Program and arguments of the only line of a directive. Prefixes such as `+`, for root, are left out. */
  command(directive: string): readonly [string, ...string[]];
  /** Environment of its processes. `credentials` is the folder that systemd would make for them. */
  environment(credentials: string): Record<string, string>;
  /** Calls of the system that it may make, by the form of OCI. Needs `systemd-analyze`. */
  systemCalls(): object;
}

export function readServiceUnit(root: string, name = "platonic.service"): ServiceUnit {
  const text = readFileSync(join(root, "deploy/systemd", name), "utf8").replaceAll(installedAt, root);
  const lines = text.split("\n").filter((line) => /^\w+=/.test(line));
  const pairs = lines.map((line) => line.split(/=(.*)/s) as [string, string]);
  const all = (directive: string) => pairs.filter(([name]) => name === directive).map(([, value]) => value);
  return {
    directives: new Set(pairs.map(([name]) => name)),
    all,
    command(directive) {
      const [line, ...more] = all(directive);
      if (line === undefined || more.length > 0) throw new Error(`the unit has not one ${directive}`);
      const [program, ...args] = line.replace(/^[-+!:@]+/, "").split(" ");
      return [program as string, ...args];
    },
    environment(credentials) {
      const settings = all("Environment").flatMap((line) => line.replaceAll("%d", credentials).split(" "));
      return Object.fromEntries(settings.map((setting) => setting.split(/=(.*)/s) as [string, string]));
    },
    systemCalls() {
      const names = new Set(callsOf("@default"));
      for (const line of all("SystemCallFilter")) {
        const calls = line.replace(/^~/, "").split(" ").flatMap(callsOf);
        for (const call of calls) line.startsWith("~") ? names.delete(call) : names.add(call);
      }
      const errnoRet = constants.errno[all("SystemCallErrorNumber")[0] as "EPERM"];
      const syscalls = [{ names: [...names], action: "SCMP_ACT_ALLOW" }];
      return { defaultAction: "SCMP_ACT_ERRNO", defaultErrnoRet: errnoRet, syscalls };
    },
  };
}

/** Names of the calls of a filter, which is one of them or a set such as `@system-service`. */
function callsOf(filter: string): string[] {
  if (!filter.startsWith("@")) return [filter];
  const text = execFileSync(systemdAnalyze, ["syscall-filter", filter], { encoding: "utf8" });
  const [, ...members] = text.split("\n").map((line) => line.trim());
  return members.filter((member) => member !== "" && !member.startsWith("#")).flatMap(callsOf);
}
