import { describe, expect, test } from "vitest";
import { readDocumentation } from "../../../../clients/console/documentation/documented.ts";
import { searchIndexOf } from "../../../../clients/console/documentation/search-index.ts";
import { excerptOf, readIndex } from "../../../../clients/console/src/documentation/search.ts";

const search = readIndex(searchIndexOf(readDocumentation()));

/** Questions of users, each with the page that must be among the first three answers. */
const questions = [
  ["how do I verify a receipt", "/docs/ledger"],
  ["rate limit of my plan", "/docs/plans"],
  ["what does RATE_LIMIT_EXCEEDED mean", "/docs/errors"],
  ["how to restore a backup", "/docs/operations-guide"],
  ["capture a hold", "/docs/ledger"],
  ["verify webhook signature", "/docs/webhooks"],
  ["jitterbug octahedron icosahedron", "/docs/jitterbug"],
  ["repeat a call safely Idempotency-Key", "/docs/idempotency"],
  ["install python client", "/docs/python"],
  ["which setting is the passphrase of the vault", "/docs/settings"],
  ["nginx TLS configuration", "/docs/behind-nginx"],
] as const;

describe("the search", () => {
  test.each(questions)("answers “%s” by %s", (question, path) => {
    const pages = search(question).map(({ address }) => address.split("#")[0]);
    expect(pages.slice(0, 3)).toContain(path);
  });

  test("finds words that are written slightly wrong, and the beginnings of words", () => {
    expect(search("jiterbug")[0]?.address).toMatch(/^\/docs\/jitterbug/);
    expect(search("webho")[0]?.address).toMatch(/^\/docs\/webhooks/);
  });

  test("finds codes, settings and permissions first where a table tells what they are", () => {
    expect(search("RATE_LIMIT_EXCEEDED")[0]?.address).toBe("/docs/errors");
    expect(search("OPEN_REGISTRATION")[0]?.address).toBe("/docs/settings#identity");
  });

  test("finds nothing where there is nothing", () => {
    expect(search("xylophone")).toEqual([]);
    expect(search("how do I")).toEqual([]);
  });

  test("shows the words around the first match, and marks them", () => {
    const text = `${"Lorem ".repeat(60)}a receipt proves it, receipts do. ${"Ipsum ".repeat(60)}`;
    const pieces = excerptOf(text, ["receipt"]);
    expect(pieces.filter(({ isMarked }) => isMarked).map((piece) => piece.text)).toEqual(["receipt", "receipts"]);
    const shown = pieces.map((piece) => piece.text).join("");
    expect(shown.length).toBeLessThan(200);
    expect(excerptOf(`a receipt ${"x".repeat(400)}`, ["xxx"]).find(({ isMarked }) => isMarked)?.text).toMatch(
      /^x{100,180}$/,
    );
    expect(shown).toMatch(/^… Lorem .* a receipt proves it, receipts do\. .* …$/);
  });
});
