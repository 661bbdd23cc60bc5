import { expect, test } from "vitest";
import { fileBytesMax, folderFilesMax, generatedLinesMax, sizeProblems } from "../../scripts/tree-size.ts";

const listed = new Map([["data/large.json", "measured once"]]);
const file = (path: string, bytes: number, generatedLines = 0) => ({ path, bytes, generatedLines });

test("files may be as large as is allowed, and larger if they are listed", () => {
  const files = [file("a.ts", fileBytesMax), file("data/large.json", fileBytesMax + 1)];
  expect(sizeProblems(files, listed)).toEqual([]);
});

test("a file that is too large is found", () => {
  const files = [file("data/large.json", fileBytesMax + 1), file("b.bin", fileBytesMax + 1)];
  expect(sizeProblems(files, listed)).toEqual([expect.stringContaining(`b.bin has ${fileBytesMax + 1} bytes`)]);
});

test("a listed file that is small or gone has no need to be listed", () => {
  expect(sizeProblems([file("data/large.json", fileBytesMax)], listed)).toEqual([
    expect.stringContaining("data/large.json"),
  ]);
  expect(sizeProblems([], listed)).toEqual([expect.stringContaining("data/large.json")]);
});

const folderOf = (path: string, count: number) =>
  Array.from({ length: count }, (_, index) => file(`${path}/${index}`, 1));

test("a folder may have as many files as are allowed, without those of folders in it, and more if it is listed", () => {
  const files = [...folderOf("src", folderFilesMax), ...folderOf("src/inner", folderFilesMax)];
  expect(sizeProblems(files, new Map())).toEqual([]);
  expect(sizeProblems(folderOf("log", folderFilesMax + 1), new Map([["log", "one file a day"]]))).toEqual([]);
});

test("a folder that has too many files is found, and a listed one that has not", () => {
  expect(sizeProblems(folderOf("src", folderFilesMax + 1), new Map())).toEqual([
    expect.stringContaining(`src has ${folderFilesMax + 1} files`),
  ]);
  expect(sizeProblems(folderOf("log", folderFilesMax), new Map([["log", "one file a day"]]))).toEqual([
    expect.stringContaining("log is not too large any more"),
  ]);
});

test("generated files may have as many lines together as are allowed", () => {
  const half = generatedLinesMax / 2;
  expect(sizeProblems([file("gen/a.ts", 1, half), file("gen/b.ts", 1, half)], new Map())).toEqual([]);
  expect(sizeProblems([file("gen/a.ts", 1, half), file("gen/b.ts", 1, half + 1)], new Map())).toEqual([
    expect.stringContaining(`${generatedLinesMax + 1} lines`),
  ]);
});
