import { execFile } from "node:child_process";
import {
  chmodSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { developmentPassphrase, readPassphrase } from "../../../server/modules/vault/passphrase-file.ts";
import { openPassphraseRoot } from "../../../server/modules/vault/passphrase-root.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { temporaryDatabase, temporaryDirectory } from "../../support/database/temporary-database.ts";
import { passphrase, quickStretching } from "../../support/vault/constants.ts";
import { openedVault, placeOf } from "../../support/vault/opened.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");

describe("the passphrase file", () => {
  function fileWith(content: string, mode = 0o600) {
    const path = join(temporaryDirectory(), "passphrase");
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  }

  it.each([
    ["a passphrase", "a passphrase"],
    ["a passphrase\n", "a passphrase"],
    ["a passphrase\r\n", "a passphrase"],
    [" a passphrase \n\n", " a passphrase \n"],
    ["\n", ""],
    ["", ""],
  ])("holding %j gives %j", (content, expected) => {
    expect(text(readPassphrase(fileWith(content)))).toBe(expected);
  });

  it.each([0o600, 0o400])("of mode %o is accepted, through a link too", (mode) => {
    const path = fileWith("secret", mode);
    symlinkSync(path, `${path}-link`);
    expect(text(readPassphrase(`${path}-link`))).toBe("secret");
  });

  it.each([0o644, 0o604, 0o602, 0o601, 0o620, 0o610, 0o660, 0o777])("of mode %o is refused", (mode) => {
    const path = fileWith("secret", mode);
    expect(() => readPassphrase(path)).toThrow(expect.objectContaining({ reason: "passphrase-exposed" }));
  });

  it("is refused when it is a folder or not there", () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, "inner"));
    expect(() => readPassphrase(join(folder, "inner"))).toThrow("must belong to this user");
    expect(() => readPassphrase(join(folder, "none"))).toThrow("cannot be read");
  });
});

describe("the passphrase for development", () => {
  it("is made once, for this user only, and leaves nothing beside it", async () => {
    const folder = join(temporaryDirectory(), "data");
    const made = await developmentPassphrase(folder);
    expect(made.length).toBe(43);
    expect((statSync(join(folder, "vault.passphrase")).mode & 0o777).toString(8)).toBe("600");
    expect(await developmentPassphrase(folder)).toEqual(made);
    expect(readdirSync(folder)).toEqual(["vault.passphrase"]);
  });

  it("is the same for processes that start concurrently", async () => {
    const folder = temporaryDirectory();
    const module = new URL("../../../server/modules/vault/passphrase-file.ts", import.meta.url).href;
    const script = `
      const { developmentPassphrase } = await import(${JSON.stringify(module)});
      process.stdout.write(await developmentPassphrase(${JSON.stringify(folder)}));`;
    const parameters = ["--input-type=module", "-e", script];
    const children = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, parameters));
    const made = (await Promise.all(children)).map(({ stdout }) => stdout);
    expect(new Set(made)).toEqual(new Set([text(await developmentPassphrase(folder))]));
    expect(readdirSync(folder)).toEqual(["vault.passphrase"]);
  });

  it("is refused when other users can read its file", async () => {
    const folder = temporaryDirectory();
    await developmentPassphrase(folder);
    chmodSync(join(folder, "vault.passphrase"), 0o644);
    await expect(developmentPassphrase(folder)).rejects.toThrow("chmod 600");
  });
});

describe("the root made from a passphrase", () => {
  it("has at least 600,000 iterations, kept with a salt of 32 bytes", async () => {
    const records = storedVaultRecords(await temporaryDatabase());
    await openPassphraseRoot(Buffer.from(passphrase), records);
    const kept = await records.root();
    expect(kept?.iterations).toBeGreaterThanOrEqual(600_000);
    expect(kept?.salt).toHaveLength(32);
  });

  it("has fewer iterations only by a parameter that no code of the service passes", () => {
    const files = globSync("server/**/*.ts").filter((file) => readFileSync(file, "utf8").includes("iterationsMin"));
    expect(files).toEqual(["server/modules/vault/passphrase-root.ts"]);
  });

  it.each([599_999, 1, 0, -1, 2 ** 31 - 1])("is refused when %i iterations are kept", async (iterations) => {
    const records = storedVaultRecords(await temporaryDatabase());
    await records.addRoot({ salt: new Uint8Array(32), iterations });
    const opening = openPassphraseRoot(Buffer.from(passphrase), records);
    await expect(opening).rejects.toMatchObject({ name: "VaultError", reason: "weak-root" });
  });

  it.each([undefined, new Uint8Array(31), new Uint8Array(0)])("is refused with the salt %j", async (salt) => {
    const records = storedVaultRecords(await temporaryDatabase());
    await records.addRoot({ salt, iterations: 600_000 });
    const opening = openPassphraseRoot(Buffer.from(passphrase), records);
    await expect(opening).rejects.toMatchObject({ reason: "weak-root" });
  });

  it.each([0, 15, 4_097])("is refused when the passphrase has %i bytes", async (length) => {
    const records = storedVaultRecords(await temporaryDatabase());
    const opening = openPassphraseRoot(new Uint8Array(length), records, quickStretching);
    await expect(opening).rejects.toMatchObject({ reason: "weak-passphrase" });
  });

  it("zeroes the bytes of the given passphrase", async () => {
    const records = storedVaultRecords(await temporaryDatabase());
    const given = Buffer.from(passphrase);
    await openPassphraseRoot(given, records, quickStretching);
    expect(given.every((byte) => byte === 0)).toBe(true);
  });
});

describe("another passphrase", () => {
  it("is refused at opening, after reading the root only", async () => {
    const { records, seal, open } = await openedVault();
    const sealed = await seal(placeOf(), Buffer.from("secret"));
    const used: string[] = [];
    const watched = new Proxy(records, {
      get(target, name: keyof typeof records) {
        used.push(name);
        return target[name];
      },
    });
    const opening = openedVault({ records: watched, passphrase: "incorrect horse battery staple" });
    await expect(opening).rejects.toMatchObject({ name: "VaultError", reason: "wrong-root" });
    expect(new Set(used)).toEqual(new Set(["root"]));
    expect(text(await open(placeOf(), sealed))).toBe("secret");
  });

  it("cannot create a second vault while the first is being created", async () => {
    const records = storedVaultRecords(await temporaryDatabase());
    const openings = ["one passphrase for the vault", "another one for the vault"].map((words) =>
      openedVault({ records, passphrase: words }),
    );
    const outcomes = await Promise.allSettled(openings);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await records.keyEncryptionKeys()).toHaveLength(1);
  });
});
