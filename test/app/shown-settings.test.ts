import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkSettings, secrets } from "../../server/app/config.ts";
import { everySetting, shownSettings } from "../../server/app/shown-settings.ts";
import { concealed } from "../../server/core/config/shown-value.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

function shown(env: NodeJS.ProcessEnv) {
  const settings = shownSettings(checkSettings(env));
  return (name: string) => {
    const { value, source } = settings.find((one) => one.name === name) ?? {};
    return [value, source];
  };
}

describe("a shown setting", () => {
  it("says where its value comes from: the file before the environment, and what another setting brings", () => {
    const SETTINGS_FILE = join(temporaryDirectory(), "settings");
    writeFileSync(SETTINGS_FILE, "PORT=9000\nHOST=\n");
    const of = shown({ SETTINGS_FILE, PORT: "8000", HOST: "::1", LOG_LEVEL: "warn", PUBLIC_URL: "https://a.example" });
    expect(of("PORT")).toEqual(["9000", "settings file"]);
    expect(of("HOST")).toEqual(["127.0.0.1", "default"]);
    expect(of("LOG_LEVEL")).toEqual(["warn", "environment"]);
    expect(of("SETTINGS_FILE")).toEqual([SETTINGS_FILE, "environment"]);
    expect(of("TOKEN_AUDIENCE")).toEqual(["https://a.example", "PUBLIC_URL"]);
    expect(of("BACKUP_DIR")).toEqual(["backups in DATA_DIR", "default"]);
    expect(shown({ BOOTSTRAP_API_KEY_FILE: SETTINGS_FILE })("BOOTSTRAP_API_KEY")).toEqual(["(secret)", "secret file"]);
    expect(shown({ DEVELOPMENT: "1" })("DATA_DIR")).toEqual(["./data/development", "DEVELOPMENT"]);
  });

  it.each([
    ["BOOTSTRAP_API_KEY", "0123456789abcdef0123456789abcdef", "(secret)"],
    ["PHONE_WEBHOOK_SECRET", "too short", "(secret)"],
    [
      "DATABASE_URL",
      "mysql://ada:p%40ss:w@db1,db2/platonic?tls=true",
      "mysql://ada:(secret)@db1,db2/platonic?tls=true",
    ],
    ["DATABASE_URL", "mysql://ada:p/ss@db/platonic", "(not usable)"],
    ["DATABASE_URL", "mysql://ada@db/platonic", "mysql://ada@db/platonic"],
    ["MAIL_URL", "smtps://name:p%40ss@mail.example", "smtps://name:(secret)@mail.example"],
    ["PHONE_WEBHOOK_URL", "https://hooks.example/T0/s3cr3t", "https://hooks.example/(secret)"],
    ["RATE_FEED_URL", "https://rates.example/?key=s3cr3t", "https://rates.example/(secret)"],
    ["RATE_FEED_URL", "https://rates.example", "https://rates.example"],
    ["PORT", "a secret in the wrong place", "(not usable)"],
  ])("%s=%s is %s", (name, text, value) => {
    expect(shown({ [name]: text })(name)).toEqual([value, "environment"]);
  });

  it("has a secret if its name says so, or if it is a URL to which something is sent", () => {
    const suspicious = everySetting().filter(([, name]) => /SECRET|PASSWORD|API_KEY|HEADERS$|_URL$/.test(name));
    expect(suspicious.map(([, name]) => name)).toEqual(expect.arrayContaining([...secrets]));
    // Whatever may stand in a file is a secret.
    const shownSecrets = everySetting().filter(
      ([, name, schema]) => secrets.includes(name) && concealed(schema) === undefined,
    );
    expect(shownSecrets).toEqual([]);
    const open = suspicious.filter(([, , schema]) => concealed(schema) === undefined).map(([, name]) => name);
    expect(open).toEqual(["PUBLIC_URL"]);
  });
});
