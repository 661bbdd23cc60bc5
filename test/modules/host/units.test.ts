import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { missing, onMachine, run } from "./machine.ts";

const root = join(import.meta.dirname, "../../..");
const units = join(root, "deploy/systemd");

/** Copies of the units with the path of this checkout, since systemd checks that the programs exist. */
function installed(change: (text: string) => string = (text) => text): string[] {
  const folder = temporaryDirectory();
  return readdirSync(units).map((name) => {
    const path = join(folder, name);
    writeFileSync(path, change(readFileSync(join(units, name), "utf8").replaceAll("/opt/platonic", root)));
    return path;
  });
}

onMachine("the units of systemd", [missing("systemd-analyze", "systemd")], () => {
  const verified = (paths: string[]) => run("systemd-analyze", ["verify", "--man=no", ...paths]);

  it("are valid: every directive is known, every program exists, and references resolve", async () => {
    expect(await verified(installed())).toEqual({ code: 0, out: "", err: "" });
  });

  it("fail the check when a directive is misspelled", async () => {
    const { err } = await verified(installed((text) => text.replace("ProtectSystem=", "ProtectSystems=")));
    expect(err).toMatch(/Unknown key.*ProtectSystems/);
  });

  it("leave the service an exposure of no more than 1.5 of 10", async () => {
    const service = installed().filter((path) => path.endsWith(".service"));
    const { code, out } = await run("systemd-analyze", ["security", "--offline=true", "--threshold=15", ...service]);
    expect(code, out).toBe(0);
  });
});
