import { pages } from "../src/app/pages.ts";
import { isSectionThere, sections } from "../src/app/sections.ts";
import { type IconName, outlines } from "../src/ui/outlines.ts";
import { allPages, type ContentsPage, contents } from "./contents.ts";
import type { Heading, RenderedPage } from "./markdown.ts";
import { escapeHtml } from "./text.ts";

/** Puts a rendered page into the frame of the documentation. `template` is the built `documentation.html`. */
export function framedPage(template: string, page: ContentsPage, rendered: RenderedPage, searchIndex: string): string {
  const parts: Readonly<Record<string, string>> = {
    title: `<title>${escapeHtml(page.title)} · Platonic documentation</title>
    <meta name="description" content="${escapeHtml(rendered.description.slice(0, 200))}" />`,
    body: body(page, rendered, searchIndex),
  };
  return template.replaceAll(/<!-- documentation (\w+) -->/g, (mark, name: string) => parts[name] ?? mark);
}

function body(page: ContentsPage, { html, sections: parts }: RenderedPage, searchIndex: string): string {
  const headings = parts.filter(({ level }) => level === 2 || level === 3);
  return `<a class="skip" href="#main">Skip to the content</a>
${topBar()}
<div class="documentation" data-search="${searchIndex}">
<div class="documentation-side"><div class="search-place"></div>
<nav class="contents" aria-label="Documentation">${listOfPages(page)}</nav>
<details class="contents-menu"><summary>All pages</summary><nav aria-label="All pages">${listOfPages(page)}</nav></details></div>
<main id="main" tabindex="-1"><article>${onThisPage(headings)}
${withTrial(html, page)}</article>
${neighbours(page)}</main>
${headings.length < 2 ? "" : `<nav class="toc" aria-labelledby="toc-title"><p id="toc-title">On this page</p>${listOfHeadings(headings)}</nav>`}
</div>`;
}

/** The bar above all pages of the console, as far as it works without scripts. */
function topBar(): string {
  const links = sections
    .filter((section) => section.forOperators !== true && isSectionThere(section, Object.keys(pages)))
    .map(({ path, label }) => {
      const current = path === "/docs" ? ' aria-current="page"' : "";
      return `<li><a href="${path}"${current}>${escapeHtml(label)}</a></li>`;
    });
  return `<header class="top"><a class="brand" href="/" aria-label="Platonic, overview">${icon("solid")}<span>Platonic</span></a>
<nav aria-label="Sections"><ul>${links.join("")}</ul></nav>
<div class="top-end"><span class="theme-place"></span><a class="button" href="/sign-in">Account</a></div></header>`;
}

/** Adds the way to the playground under the picture of an operation. */
function withTrial(html: string, { tried }: ContentsPage): string {
  if (tried === undefined) return html;
  return html.replace("</figure>\n", `$&<p><a class="button" href="${tried}">Try it in the playground</a></p>\n`);
}

function listOfPages(present: ContentsPage): string {
  return contents
    .map(({ title, pages: listed }) => {
      const links = listed.map((page) => {
        const current = page === present ? ' aria-current="page"' : "";
        return `<li><a href="${page.path}"${current}>${escapeHtml(page.title)}</a></li>`;
      });
      return `<p>${escapeHtml(title)}</p><ul>${links.join("")}</ul>`;
    })
    .join("");
}

/** The table of contents where there is no room for it beside the page. */
function onThisPage(headings: readonly Heading[]): string {
  if (headings.length < 2) return "";
  return `<details class="toc-menu"><summary>On this page</summary><nav aria-label="On this page">${listOfHeadings(headings)}</nav></details>`;
}

function listOfHeadings(headings: readonly Heading[]): string {
  const items = headings.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul>${items.join("")}</ul>`;
}

function neighbours(page: ContentsPage): string {
  const index = allPages.indexOf(page);
  const link = (neighbour: ContentsPage | undefined, label: string, relation: string) =>
    neighbour === undefined
      ? ""
      : `<a class="card ${relation}" rel="${relation}" href="${neighbour.path}"><span class="small">${label}</span> ${escapeHtml(neighbour.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(allPages[index - 1], "Previous", "prev")}${link(allPages[index + 1], "Next", "next")}</nav>`;
}

function icon(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${outlines[name]}"></path></svg>`;
}
