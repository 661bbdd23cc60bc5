import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { allPages } from "../../../../clients/console/documentation/contents.ts";
import { readDocumentation } from "../../../../clients/console/documentation/documented.ts";
import { framedPage } from "../../../../clients/console/documentation/page.ts";

const template = readFileSync("clients/console/documentation.html", "utf8");
const pages = readDocumentation().map(({ page, rendered }) => ({
  ...page,
  html: framedPage(template, page, rendered, "/assets/search.json"),
}));

test("the page of each operation leads to the playground", () => {
  const trials = pages.flatMap(({ tried, html }) =>
    tried === undefined ? [] : [html.includes(`href="${tried}">Try it`)],
  );
  expect(trials).toEqual(Array(6).fill(true));
});

describe.each(pages)("$path", ({ path, title, html }) => {
  test("is one page with one heading, its title and its place in the contents", () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain(`<title>${title} · Platonic documentation</title>`);
    expect(html).toContain(`<a href="${path}" aria-current="page">${title}</a>`);
    expect(html).not.toContain("<!-- documentation");
  });

  test("has no script or style within, and weighs less than 100 kB compressed", () => {
    expect(html).not.toMatch(/<script(?! (?:type="module" )?src=")|<style| style="| on[a-z]+="|src="data:|javascript:/);
    expect(gzipSync(html).length).toBeLessThan(100_000);
  });

  test("leads to the page before and the page after", () => {
    const index = allPages.findIndex((page) => page.path === path);
    const expected = [allPages[index - 1], allPages[index + 1]].flatMap((page) =>
      page === undefined ? [] : [page.path],
    );
    expect([...html.matchAll(/rel="(?:prev|next)" href="([^"]+)"/g)].map(([, href]) => href)).toEqual(expected);
  });
});
