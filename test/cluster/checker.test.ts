import { expect, test } from "vitest";
import { judge } from "../support/cluster/checker.ts";
import type { Line } from "../support/ledger/worker-process.ts";

const line = (id: string, sequence: number, digest = "d"): Line => ["entry", id, sequence, 1, digest];
const ledger = [line("a", 1), line("b", 2), line("c", 3)];
const fine = { lost: [], toldDifferently: [], doubled: [], forked: [] };

test("the checker is content with acknowledgements that every node holds, told once or again", () => {
  expect(judge([line("a", 1), line("c", 3), line("a", 1)], [ledger, ledger])).toEqual(fine);
});

test.each<[string, Line[], Line[][], object]>([
  [
    "an entry that one node lacks",
    [line("b", 2)],
    [ledger, [line("a", 1), line("c", 3)]],
    { lost: ["b"], forked: ["b"] },
  ],
  ["an entry with other contents", [line("b", 2, "other")], [ledger], { toldDifferently: ["b"] }],
  ["an entry at another place", [line("b", 4)], [ledger], { toldDifferently: ["b"] }],
  ["two answers to one order", [line("b", 2), line("b", 3)], [ledger], { toldDifferently: ["b"] }],
  ["an entry that nobody was told and one node lacks", [], [ledger, ledger.slice(0, 2)], { forked: ["c"] }],
  [
    "an entry that nodes hold in another form",
    [],
    [ledger, [...ledger.slice(0, 2), line("c", 3, "other")]],
    { forked: ["c"] },
  ],
  ["an entry that is there twice", [line("b", 2)], [[...ledger, line("b", 2)]], { doubled: ["b"] }],
])("the checker finds %s", (_, told, nodes, finding) => {
  expect(judge(told, nodes)).toEqual({ ...fine, ...finding });
});
