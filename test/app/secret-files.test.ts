import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { areas, loadConfig } from "../../server/app/config.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

const url = "mysql://platonic:a-secret@db.example/platonic";

function file(content: string): string {
  const path = join(temporaryDirectory(), "secret");
  writeFileSync(path, content);
  return path;
}

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the configuration is taken");
}

describe("a secret in a file", () => {
  it.each(["", "\n", "\r\n"])("is read without the line break %j at its end", (end) => {
    expect(loadConfig({ DATABASE_URL_FILE: file(url + end) }).database).toEqual(
      loadConfig({ DATABASE_URL: url }).database,
    );
  });

  it("may be named by the file of settings, and is read again with it", () => {
    const path = file("x".repeat(32));
    const env = { SETTINGS_FILE: file(`BOOTSTRAP_API_KEY_FILE=${path}\n`) };
    expect(loadConfig(env).access.bootstrapApiKey).toBe("x".repeat(32));
    writeFileSync(path, "y".repeat(32));
    expect(loadConfig(env).access.bootstrapApiKey).toBe("y".repeat(32));
  });

  it("counts as given, where settings go together", () => {
    expect(refusal({ MAIL_URL_FILE: file("smtps://name:pass@mail.example") })).toContain("MAIL_FROM is missing");
  });

  it("is checked like the variable, and never quoted", () => {
    const refused = refusal({ DATABASE_URL_FILE: file("mysql://platonic:a-secret@db.example/p?tls=true\nmore") });
    expect(refused).toContain("DATABASE_URL ");
    expect(refused).not.toContain("a-secret");
  });

  it.each([
    ["is missing", "/nowhere/secret", "DATABASE_URL_FILE names /nowhere/secret, which cannot be read (ENOENT)"],
    ["is a folder", "/", "which cannot be read (EISDIR): let this user read it"],
    ["is empty", "/dev/null", "which is empty"],
  ])("is refused when it %s", (_, path, problem) => {
    expect(refusal({ DATABASE_URL_FILE: path })).toContain(problem);
  });

  it("is refused beside the variable itself", () => {
    const both = { DATABASE_URL: url, DATABASE_URL_FILE: file(url) };
    expect(refusal(both)).toContain("DATABASE_URL and DATABASE_URL_FILE are both set: unset one of them");
  });

  it("is none of a setting that holds no secret", () => {
    expect(refusal({ SETTINGS_FILE: file("PORT_FILE=/x\n") })).toContain("PORT_FILE, which is no setting");
  });

  it("is offered for every setting that has one", () => {
    const offered = Object.values(areas).flatMap((area) => ("secrets" in area ? (area.secrets ?? []) : []));
    const all = Object.values(areas).flatMap(({ variables }) => Object.keys(variables));
    const likely = all.filter((name) => /SECRET|BOOTSTRAP|_HEADERS$|(DATABASE|MAIL|WEBHOOK|FEED|REDIS)_URL/.test(name));
    expect(offered.toSorted()).toEqual(likely.toSorted());
  });
});

describe("DATA_DIR where a volume is required", () => {
  it("is refused on the root file system, which goes with the container", () => {
    const refused = refusal({ DATA_DIR_MOUNT: "required", DATA_DIR: "/no-mount/data" });
    expect(refused).toContain("DATA_DIR is /no-mount/data, which is on no volume");
    expect(refused).toContain("--volume platonic:/no-mount/data");
  });

  it.runIf(process.platform === "linux")("is taken on another, or below it", () => {
    expect(loadConfig({ DATA_DIR_MOUNT: "required", DATA_DIR: "/proc/self/data" }).database.dataDirectory).toBe(
      "/proc/self/data",
    );
  });
});
