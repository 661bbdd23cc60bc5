import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("a journal takes the payments of a whole batch where a program may open few files", () => {
  const folder = mkdtempSync(join(tmpdir(), "platonic-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = `
    import { FileStorage } from "./clients/typescript/src/node.ts";
    const storage = new FileStorage(${JSON.stringify(folder)});
    const unsigned = { order: new Uint8Array(200), keyId: "key", signature: new Uint8Array(64) };
    const ids = Array.from({ length: 1000 }, (_, index) => "payment-" + index);
    await Promise.all(ids.map((id) => storage.put({ id, ...unsigned })));
    process.stdout.write(String((await storage.list()).length));
  `;
  const limited = `ulimit -n 128 && exec "$0" --input-type=module-typescript -e "$1"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", limited, process.execPath, program], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["1000", ""]);
  expect(readdirSync(folder).filter((name) => name !== "lock")).toHaveLength(1000);
});
