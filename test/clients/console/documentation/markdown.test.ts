import { expect, test } from "vitest";
import { renderMarkdown } from "../../../../clients/console/documentation/markdown.ts";

const render = (markdown: string) => renderMarkdown(markdown, "docs/ledger.md", (name) => `<svg>${name}</svg>`);

test("headings have the anchors that the repository's pages link to", () => {
  const { sections, html } = render("# The ledger\n\n## Holds & more\n\n## `Transfer`, done\n\n## Holds & more\n");
  expect(sections.map(({ id }) => id)).toEqual(["the-ledger", "holds--more", "transfer-done", "holds--more-1"]);
  expect(html).toContain('<h2 id="transfer-done">');
  expect(html).toContain('href="#holds--more-1"');
});

test("links lead to the pages of the service, and files of the repository are named", () => {
  const { html } = render("[keys](identities.md#keys), [policy](../proto/buf.yaml), [outside](https://example.com/)");
  expect(html).toContain('<a href="/docs/identities#keys">keys</a>');
  expect(html).toContain('<span class="file" title="In the repository: proto/buf.yaml">policy</span>');
  expect(html).toContain('<a href="https://example.com/">outside</a>');
});

test("HTML in a page is shown as text, comments are left out, and pictures are drawn", () => {
  const { html } = render(
    "# Page\n\n<script>no</script>\n\n<!-- hidden -->\n\n<!-- picture cube: A *cube*. -->\n\na <b>c</b>\n",
  );
  expect(html).not.toMatch(/<script|hidden|<b>/);
  expect(html).toContain("<figure><svg>cube</svg><figcaption>A <em>cube</em>.</figcaption></figure>");
});

test("code and tables can be scrolled by the keyboard, and code is not read as HTML", () => {
  const { html } = render("```sh\nless <file>\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n");
  expect(html).toContain('<div class="code" data-language="sh"><pre tabindex="0"><code>less &lt;file&gt;');
  expect(html).toContain('<section class="table" tabindex="0" aria-label="Table 1">');
  expect(html).toContain('<th scope="col">a</th>');
  expect(render("| | b |\n| --- | --- |\n| 1 | 2 |\n").html).toMatch(/<td><\/td>\s*<th scope="col">b<\/th>/);
});

test("the words under each heading are found by the search, code included", () => {
  const { sections, description } = render(
    "# Page\n\nFirst *words*\nand more.\n\n## Part\n\n- one\n- `two`\n\n```sh\nthree\n```\n",
  );
  expect(sections.map(({ words }) => words.trim())).toEqual(["First words and more.", "one two three"]);
  expect(description).toBe("First words and more.");
});
