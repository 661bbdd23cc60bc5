import { expect, test } from "vitest";
import { type Done, partOf, withProgress } from "../../../clients/cli/progress.ts";

/** Goes to the beginning of the line, and empties it. */
const cleared = "\r\u001b[K";

/** Returns what is shown while work is done. */
async function shown(isTerminal: boolean, work: (done: Done) => Promise<unknown>): Promise<string> {
  let text = "";
  const complain = (more: string) => {
    text += more;
  };
  const io = { env: {}, write: complain, complain, isTerminal };
  await withProgress(io, "checking the ledger", work).catch(() => undefined);
  return text;
}

test("long work is shown on a terminal, and leaves nothing on its line", async () => {
  expect(await shown(true, async () => 1)).toBe(`${cleared}\\ checking the ledger 0 s${cleared}`);
});

test("work that fails leaves nothing on its line either", async () => {
  const text = await shown(true, () => Promise.reject(new Error("no")));
  expect(text.endsWith(cleared)).toBe(true);
});

test("a part of a whole that is known is shown in percent", async () => {
  const text = await shown(true, async (done) => done("2 of 3 payments", 2 / 3));
  expect(text).toBe(
    `${cleared}\\ checking the ledger 0 s${cleared}| checking the ledger 66 % 2 of 3 payments 0 s${cleared}`,
  );
});

test.each([
  [0n, 0n, undefined],
  [0n, 4n, 0],
  [3n, 4n, 0.75],
  [5n, 4n, 1],
])("%s of %s is a part of %s, whatever has come to the whole meanwhile", (done, whole, part) => {
  expect(partOf(done, whole)).toBe(part);
});

test("nothing is shown where no terminal is", async () => {
  expect(await shown(false, async () => 1)).toBe("");
});
