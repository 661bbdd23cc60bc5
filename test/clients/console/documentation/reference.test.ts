import { describe, expect, test } from "vitest";
import { Examples } from "../../../../clients/console/documentation/reference/examples.ts";
import { html, prose } from "../../../../clients/console/documentation/reference/html.ts";
import { operationsOf } from "../../../../clients/console/documentation/reference/operations.ts";
import { referencePage } from "../../../../clients/console/documentation/reference/page.ts";
import type { Json } from "../../../support/geocode-operations.ts";
import { pointerOf, publishedDocument } from "../../../support/openapi/document.ts";

const document = publishedDocument();

describe("HTML", () => {
  const attack = `<img src=x onerror="alert('1')">&`;

  test("escapes every text, in attributes and in code too", () => {
    expect(html`<a id="${attack}">${attack}</a>`.text).not.toContain("<img");
    expect(html`${attack}`.text).toBe("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
    expect(prose(`${attack} \`${attack}\`\n\n- ${attack}`).text).not.toContain("<img");
  });

  test("a document that is hostile in every text adds no element", () => {
    const hostile = JSON.parse(JSON.stringify(document.json), (name, value) =>
      name === "description" || name === "summary" ? attack : value,
    );
    expect(referencePage(hostile)).not.toContain("<img");
  });

  test("a page has no script or style of its own", () => {
    const page = referencePage(document.json);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:|https?:\/\/(?!127\.0\.0\.1)[^"\s]*"/);
    expect(page.match(/<script[^>]*>[^<]*/g)).toEqual(['<script type="module" src="/docs/api.js">']);
  });
});

describe("examples", () => {
  const examples = new Examples(document.json);

  test.each(operationsOf(document.json))("$verb $path are as their schemas say", ({ verb, path, operation }) => {
    const pointer = pointerOf("paths", path, verb.toLowerCase());
    const one = operation as Json;
    const [type] = Object.keys(one.responses[200].content) as [string];
    const answer = one.responses[200].content[type].schema;
    if (type === "application/json") {
      const inAnswer = pointer + pointerOf("responses", "200", "content", type, "schema");
      expect(document.flawOf(inAnswer, examples.of(answer, true))).toBeUndefined();
    }
    const body = one.requestBody?.content["application/json"].schema;
    if (body === undefined) return;
    const inRequest = pointer + pointerOf("requestBody", "content", "application/json", "schema");
    expect(document.flawOf(inRequest, examples.of(body, false))).toBeUndefined();
  });
});
