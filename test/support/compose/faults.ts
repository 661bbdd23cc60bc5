import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { areas, secrets as secretSettings } from "../../../server/app/config.ts";
import { fileVariable } from "../../../server/app/secret-files.ts";
import type { Project, Service } from "./project.ts";

/** Settings that an image takes, by its documentation. */
interface Terms {
  readonly user: number;
  readonly variables: ReadonlySet<string>;
  /** Ports on which it listens. */
  readonly ports: readonly number[];
  /** Folder of its data, which is lost with the container unless a volume is there. */
  readonly data: string;
  /** Files and folders that it reads. */
  readonly reads: RegExp;
}

const settings = Object.values(areas).flatMap(({ variables }) => Object.keys(variables));
const secrets = "/run/secrets/platonic/";

const terms: Readonly<Record<string, Terms>> = {
  platonic: {
    user: 10001,
    variables: new Set([...settings, ...secretSettings.map(fileVariable)]),
    ports: [8080],
    data: "/var/lib/platonic",
    reads: /^$/,
  },
  mariadb: {
    user: 999,
    variables: new Set([
      "MARIADB_DATABASE",
      "MARIADB_USER",
      "MARIADB_PASSWORD",
      "MARIADB_PASSWORD_FILE",
      "MARIADB_RANDOM_ROOT_PASSWORD",
    ]),
    ports: [3306],
    data: "/var/lib/mysql",
    reads: /^$/,
  },
  "prom/prometheus": {
    user: 65534,
    variables: new Set(),
    ports: [9090],
    data: "/prometheus",
    reads: /^\/etc\/prometheus\/(prometheus\.yml|rules\.yaml)$/,
  },
  "grafana/grafana": {
    user: 472,
    variables: new Set([
      "GF_SECURITY_ADMIN_PASSWORD__FILE",
      "GF_ANALYTICS_REPORTING_ENABLED",
      "GF_ANALYTICS_CHECK_FOR_UPDATES",
    ]),
    ports: [3000],
    data: "/var/lib/grafana",
    reads: /^\/etc\/grafana\/provisioning\/(datasources|dashboards)\/\w+\.yaml$|^\/var\/lib\/grafana\/platonic$/,
  },
};

/** Returns what is wrong in a compose file that is good by its schema: it names something that is not there. */
export function faultsOf({ services }: Project, folder: string): string[] {
  const owners = ownersOf(readFileSync(join(folder, "secrets.sh"), "utf8"));
  const { secrets: maker, ...others } = services;
  const faults = Object.entries(others).flatMap(([name, service]) =>
    faultsOfService(service, owners).map((fault) => `${name}: ${fault}`),
  );
  const script = maker?.volumes?.find(({ type }) => type === "bind");
  if (maker?.command?.[1] !== script?.target) faults.push("secrets: the command runs a file that is not mounted");
  if (!maker?.volumes?.some(({ target }) => target === maker.command?.[2])) faults.push("secrets: no volume is filled");
  return [...faults, ...faultsOfAddresses(services, folder)];
}

function faultsOfService(service: Service, owners: ReadonlyMap<string, number>): string[] {
  const image = terms[service.image.split(":")[0] as string];
  if (image === undefined) return [`there is no image ${service.image}`];
  const faults: string[] = [];
  const volumes = service.volumes ?? [];
  for (const [name, value] of Object.entries(service.environment ?? {})) {
    if (!image.variables.has(name)) faults.push(`its image has no variable ${name}`);
    if (!value.startsWith(secrets)) continue;
    const owner = owners.get(value.slice(secrets.length));
    if (owner !== image.user) faults.push(`${name} names ${value}, which ${owner ?? "nobody"} reads`);
    if (!volumes.some(({ source, target }) => source === "secrets" && `${target}/` === secrets))
      faults.push(`${name} names a secret, which is not mounted`);
  }
  for (const { type, source, target } of volumes) {
    if (type === "bind" && !existsSync(source)) faults.push(`there is no ${source}`);
    if (type === "bind" && !image.reads.test(target)) faults.push(`its image does not read ${target}`);
  }
  if (!volumes.some(({ type, target }) => type === "volume" && target === image.data))
    faults.push(`its data in ${image.data} are on no volume`);
  for (const { host_ip, target } of service.ports ?? []) {
    if (!image.ports.includes(target)) faults.push(`its image does not listen on ${target}`);
    if (host_ip !== "127.0.0.1") faults.push(`${target} can be reached from other machines`);
  }
  return faults;
}

/** Users who read the secrets, by the script that makes them. */
function ownersOf(script: string): ReadonlyMap<string, number> {
  const users = new Map([...script.matchAll(/^(\w+)=(\d+)$/gm)].map(([, name, id]) => [name, Number(id)]));
  const made = script.matchAll(/^secret ([\w-]+) "\$(\w+)"/gm);
  return new Map([...made].map(([, name = "", user]) => [name, users.get(user) ?? Number.NaN]));
}

/** Addresses of services in the files that they read. */
function faultsOfAddresses(services: Project["services"], folder: string): string[] {
  const metrics = services["platonic"]?.environment?.["METRICS_PORT"];
  const known = new Set(["mariadb:3306", `platonic:${metrics}`, "prometheus:9090"]);
  const files = ["secrets.sh", "prometheus.yaml", "grafana/datasources.yaml"];
  return files.flatMap((file) => {
    const named = readFileSync(join(folder, file), "utf8").match(/[a-z]+:\d{4}\b/g) ?? [];
    const unknown = named.filter((address) => !known.has(address));
    return unknown.map((address) => `${file}: nobody listens at ${address}`);
  });
}
