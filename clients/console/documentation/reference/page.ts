import { Examples } from "./examples.ts";
import { type Html, html, inline, prose } from "./html.ts";
import type { JsonObject } from "./json.ts";
import { type Operation, operationArticle, operationsOf } from "./operations.ts";
import { schemaArticles } from "./schemas.ts";

/** Writes the reference page of an OpenAPI document: HTML without a script or style of its own. */
export function referencePage(document: JsonObject): string {
  const info = document["info"] as JsonObject;
  const components = document["components"] as { [kind: string]: { [name: string]: JsonObject } };
  const services = document["tags"] as JsonObject[];
  const byService = Map.groupBy(
    operationsOf(document),
    ({ operation }) => (operation["tags"] as string[])[0] as string,
  );
  const used = services.filter(({ name }) => byService.has(name as string));
  const examples = new Examples(document);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Platonic API ${String(info["version"])}</title>
<link rel="icon" type="image/svg+xml" href="/docs/api.svg">
<link rel="stylesheet" href="/docs/api.css">
<script type="module" src="/docs/api.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="title"><a href="#content">Platonic API</a> <span>${String(info["version"])}</span></p>
<label class="search"><span>Search</span><input id="search" type="search" autocomplete="off" placeholder="Search: press /"></label>
<button id="theme" type="button" hidden>Theme</button>
</header>
<div class="page">
<nav aria-label="Operations"><details id="menu" open><summary>Operations</summary>
${used.map((service) => navigation(service, byService.get(service["name"] as string) as Operation[]))}
<p><a href="#errors">Errors</a></p><p><a href="#schemas">Schemas</a></p></details></nav>
<main id="content">
${introduction(info)}
<p id="none" hidden role="status">Nothing is found. Search for a path, a verb, an operation or a message.</p>
${used.map(
  (service) => html`<section data-group><h2 id="service-${String(service["name"])}">${String(service["name"])}</h2>
${prose(service["description"])}
${(byService.get(service["name"] as string) as Operation[]).map((one) => operationArticle(one, document, examples))}</section>
`,
)}
${errorSection(components["responses"] ?? {})}
<section data-group><h2 id="schemas">Schemas</h2>
<p>What a request holds has <code>.Input</code> after its name.</p>
${schemaArticles(components["schemas"] ?? {})}</section>
</main>
</div>
</body>
</html>
`;
  return page.text;
}

function navigation(service: JsonObject, operations: readonly Operation[]): Html {
  const name = String(service["name"]);
  return html`<section data-group><h2><a href="#service-${name}">${name}</a></h2><ul>${operations.map(
    ({ verb, path, operation }) => {
      const id = String(operation["operationId"]);
      const words = [id, verb, path, operation["summary"]].join(" ");
      return html`<li data-search="${words}"><a href="#${id}"><span class="verb verb-${verb.toLowerCase()}">${verb}</span> ${id.slice(id.indexOf("_") + 1).replace("_", " ")}</a></li>`;
    },
  )}</ul></section>
`;
}

function introduction(info: JsonObject): Html {
  return html`<section class="introduction"><h1>Platonic API</h1>
${prose(info["description"])}
<p>Requests have JSON as their body, and credentials as <code>Authorization: Bearer …</code>. The same operations are served
by gRPC, gRPC-Web and Connect. For programs: <a href="/openapi.json">OpenAPI 3.1</a>,
<a href="/asyncapi.json">AsyncAPI 3</a> of the wallet channel, and the <a href="/contract.binpb">contract</a> as a
descriptor set.</p></section>
`;
}

function errorSection(responses: { readonly [name: string]: JsonObject }): Html {
  return html`<section data-group><h2 id="errors">Errors</h2>
<p>Every error has the same body. Programs switch on <code>error.code</code>.</p>
${Object.entries(responses).map(([name, response]) => {
  const content = (response["content"] as JsonObject)["application/json"] as JsonObject;
  const shown = Object.values(content["examples"] as { [reason: string]: JsonObject });
  return html`<article class="operation" id="error-${name}" data-search="error ${name} ${String(response["description"])}">
<div class="words"><h3><a href="#error-${name}">${name.slice(0, 3)}</a></h3>
${String(response["description"])
  .split("\n\n")
  .map((line) => html`<p>${inline(line)}</p>`)}</div>
<div class="calls">${shown.map(({ value }) => html`<pre tabindex="0" aria-label="Example of an error">${JSON.stringify(value, null, 2)}</pre>`)}</div>
</article>
`;
})}</section>
`;
}
