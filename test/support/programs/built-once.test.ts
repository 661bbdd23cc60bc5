import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../database/temporary-database.ts";
import { builtOnceIn } from "./built-once.ts";

test("builds are kept for those who ask again, and go when nobody has asked for hours", () => {
  const place = temporaryDirectory();
  const built: string[] = [];
  const build = (text: string) =>
    builtOnceIn(
      place,
      "program",
      [],
      (folder) => {
        built.push(text);
        writeFileSync(join(folder, "program"), text);
      },
      text,
    );
  const ages = (folder: string, hours: number) => {
    const then = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(folder, ".finished"), then, then);
  };
  const [unused, asked] = [build("unused"), build("asked")];
  for (const folder of [unused, asked]) ages(folder, 24);
  expect(build("asked")).toBe(asked);
  build("new");
  expect(built).toEqual(["unused", "asked", "new"]);
  expect(existsSync(unused)).toBe(false);
  expect(readdirSync(join(place, "built/program"))).toHaveLength(2);
});
