// @module-tag slow/image

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { areas } from "../../server/app/config.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { goToolsProblem } from "../support/go-tools.ts";
import { manifestsProgram } from "../support/image/manifests.ts";

const isSkipped = goToolsProblem !== undefined && process.env["CI"] !== "true";
const chart = "deploy/helm/platonic";
const vault = { passphraseSecret: { name: "platonic-vault" } };
const secrets = { DATABASE_URL: { name: "platonic", key: "database-url" } };

describe.skipIf(isSkipped)(`the chart${isSkipped ? ` (skipped: ${goToolsProblem})` : ""}`, () => {
  let program: string;
  beforeAll(() => {
    program = manifestsProgram();
  });

  function render(values: object, from = chart): { readonly manifest: string; readonly problem: string } {
    const file = join(temporaryDirectory(), "values.yaml");
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(values));
    const { status, stdout, stderr } = spawnSync(program, [from, file], { encoding: "utf8" });
    expect(status === 0, stderr).toBe(stderr === "");
    return { manifest: stdout, problem: stderr };
  }

  function rendered(values: object): string {
    const { manifest, problem } = render({ vault, ...values });
    expect(problem).toBe("");
    return manifest;
  }

  const kinds = (manifest: string) => [...manifest.matchAll(/^kind: (.+)$/gm)].map(([, kind]) => kind).sort();

  test("runs one process on a volume with SQLite, as nobody, on files that nobody can write", () => {
    const manifest = rendered({});
    expect(kinds(manifest)).toEqual(["Service", "ServiceAccount", "StatefulSet"]);
    expect(manifest).toContain("volumeClaimTemplates:");
    for (const line of ["runAsUser: 10001", "readOnlyRootFilesystem: true", "drop: [ALL]", "defaultMode: 0440"])
      expect(manifest).toContain(line);
    expect(manifest).toContain("name: VAULT_PASSPHRASE_FILE, value: /run/secrets/vault/passphrase");
    expect(manifest).toContain('name: BACKUPS, value: "on"');
    // The supervisor waits longer than the service drains and finishes.
    expect(manifest).toContain("terminationGracePeriodSeconds: 30");
  });

  /** Returns the documents of a kind. */
  const ofKind = (manifest: string, kind: string) =>
    manifest.split(/^---$/m).filter((document) => new RegExp(`^kind: ${kind}$`, "m").test(document));

  test("runs three processes on MariaDB, with a budget, and without a volume", () => {
    const backups = { enabled: false };
    const manifest = rendered({ secrets, replicas: 3, drainMs: 15_000, shutdownGraceMs: 45_000, backups });
    expect(kinds(manifest)).toEqual(["Deployment", "PodDisruptionBudget", "Service", "ServiceAccount"]);
    expect(manifest).toContain('name: BACKUPS, value: "off"');
    expect(manifest).toContain("replicas: 3");
    expect(manifest).not.toContain("sessionAffinity");
    expect(manifest).toContain("name: DATABASE_URL_FILE, value: /run/secrets/settings/DATABASE_URL");
    expect(manifest).toContain("secret: {name: platonic, items: [{key: database-url, path: DATABASE_URL}]}");
    expect(manifest).toContain("terminationGracePeriodSeconds: 70");
    expect(manifest).not.toContain("volumeClaimTemplates");
  });

  test("makes the backups of MariaDB by a pod that nobody calls, onto a volume, and scrapes it", () => {
    const metrics = { enabled: true, serviceMonitor: { enabled: true } };
    const networkPolicy = { enabled: true, scrapers: [{ namespaceSelector: {} }] };
    const manifest = rendered({ secrets, replicas: 3, metrics, networkPolicy });
    const [serving = ""] = ofKind(manifest, "Deployment");
    const [backups = "", ...others] = ofKind(manifest, "StatefulSet");
    expect(others).toEqual([]);
    expect(serving).toContain('name: BACKUPS, value: "off"');
    expect(backups).toContain('name: BACKUPS, value: "only"');
    expect(backups).toContain("replicas: 1");
    expect(backups).toContain("requests: {storage: 10Gi}");
    expect(backups).not.toContain("emptyDir");
    const selected = (document: string) =>
      [...document.matchAll(/kubernetes\.io\/name: (\S+)/g)].map(([, name]) => name);
    const ofBackups = (document: string) => selected(document).every((name) => name === "platonic-backups");
    expect(new Set(selected(serving))).toEqual(new Set(["platonic"]));
    expect(ofBackups(backups)).toBe(true);
    const services = ofKind(manifest, "Service");
    expect(services.map((service) => [ofBackups(service), service.includes("clusterIP: None")]).sort()).toEqual([
      [false, false],
      [true, true],
    ]);
    const [closed = ""] = ofKind(manifest, "NetworkPolicy").filter(ofBackups);
    expect(closed).toContain("policyTypes: [Ingress]");
    expect(closed).not.toContain("port: http");
    expect(ofKind(manifest, "ServiceMonitor")[0]).toContain("values: [platonic, platonic-backups]");
  });

  test("keeps the journal of each process on a volume of its own", () => {
    const manifest = rendered({ secrets, replicas: 3, journal: { enabled: true, size: "2Gi" } });
    expect(ofKind(manifest, "Deployment")).toEqual([]);
    const [serving = ""] = ofKind(manifest, "StatefulSet").filter((document) => document.includes("replicas: 3"));
    for (const line of ["podManagementPolicy: Parallel", "requests: {storage: 2Gi}", 'name: BACKUPS, value: "off"'])
      expect(serving).toContain(line);
    expect(serving).not.toContain("emptyDir");
    expect(kinds(manifest)).toContain("PodDisruptionBudget");
  });

  test("makes no backups where they are turned off", () => {
    const backups = { enabled: false };
    expect(rendered({ backups })).toContain('name: BACKUPS, value: "off"');
    expect(ofKind(rendered({ secrets, backups }), "StatefulSet")).toEqual([]);
  });

  test("probes by HTTPS when the port has TLS", () => {
    const manifest = rendered({ tls: { secretName: "platonic-tls" } });
    expect(manifest).toContain("name: TLS_CERT_FILE, value: /run/secrets/tls/tls.crt");
    expect([...manifest.matchAll(/scheme: (\w+)/g)].map(([, scheme]) => scheme)).toEqual(Array(3).fill("HTTPS"));
  });

  test("passes settings on as they are written", () => {
    const settings = { MAILS_PER_HOUR: 1_000_000, OPEN_REGISTRATION: true, PUBLIC_URL: "https://a.example" };
    const manifest = rendered({ settings });
    for (const [name, value] of Object.entries(settings))
      expect(manifest).toContain(`name: ${name}, value: "${value}"`);
  });

  test("lets in only who may call, and who may read metrics", () => {
    const callers = [{ podSelector: { matchLabels: { app: "web" } } }];
    const scrapers = [{ namespaceSelector: {} }];
    expect(kinds(rendered({}))).not.toContain("NetworkPolicy");
    const manifest = rendered({ networkPolicy: { enabled: true, callers, scrapers }, metrics: { enabled: true } });
    expect(kinds(manifest)).toContain("NetworkPolicy");
    expect(manifest).toMatch(/ports: \[\{port: http\}\]\n +from:\n +- podSelector/);
    expect(manifest).toMatch(/ports: \[\{port: metrics\}\]\n +from:\n +- namespaceSelector/);
  });

  test("has a ServiceMonitor only where it is asked for", () => {
    expect(kinds(rendered({ metrics: { enabled: true } }))).not.toContain("ServiceMonitor");
    const manifest = rendered({ metrics: { enabled: true, serviceMonitor: { enabled: true, labels: { a: "b" } } } });
    expect(kinds(manifest)).toContain("ServiceMonitor");
    expect(manifest).toContain('name: METRICS_PORT, value: "9464"');
  });

  test.each([
    [{ vault: {} }, "vault.passphraseSecret.name is missing: name a Secret with the passphrase of the vault"],
    [{ vault, replicas: 3 }, "replicas is 3, but SQLite is for one process"],
    [{ vault, journal: { enabled: true } }, "journal.enabled needs secrets.DATABASE_URL"],
    [{ vault, settings: { BACKUPS: "off" } }, "BACKUPS"],
    [{ vault, metrics: { serviceMonitor: { enabled: true } } }, "serviceMonitor.enabled needs metrics.enabled"],
    [{ vault, replica: 1 }, "'replica' not allowed"],
    [{ vault, replicas: "three" }, "/replicas"],
    [{ vault, settings: { DATABASE_URL: "mysql://a:b@c/d" } }, "DATABASE_URL"],
    [{ vault, secrets: { PORT: { name: "a", key: "b" } } }, "'PORT' not allowed"],
    [{ vault, secrets: { MAIL_URL: { name: "a" } } }, "'key'"],
    [{ vault, image: { digest: "latest" } }, "/image/digest"],
  ])("refuses %j, and says why", (values, problem) => {
    expect(render(values).problem).toContain(problem);
  });

  test("knows every secret of the service", () => {
    const schema = JSON.parse(readFileSync(join(chart, "values.schema.json"), "utf8"));
    const names = Object.values(areas).flatMap((area) => ("secrets" in area ? (area.secrets ?? []) : []));
    expect(Object.keys(schema.properties.secrets.properties).sort()).toEqual(names.sort());
    expect(schema.properties.settings.propertyNames.not.enum).toEqual(expect.arrayContaining(names));
  });

  test("has the version of the service", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(readFileSync(join(chart, "Chart.yaml"), "utf8")).toContain(
      `\nversion: ${version}\nappVersion: ${version}\n`,
    );
  });

  test("is held against what Kubernetes knows: a misspelt field is found", () => {
    const copy = join(temporaryDirectory(), "platonic");
    cpSync(chart, copy, { recursive: true });
    const pod = join(copy, "templates/_pod.tpl");
    writeFileSync(pod, readFileSync(pod, "utf8").replace("readOnlyRootFilesystem", "readOnlyRootFileSystem"));
    expect(render({ vault }, copy).problem).toContain("unknown field");
  });
});
