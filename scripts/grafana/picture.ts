/**
 * Draws a dashboard of deploy/grafana from what a Prometheus has gathered, for a place without Grafana.
 *
 *     npm run dashboard -- http://127.0.0.1:9090 deploy/grafana/service.json service.png [minutes]
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

interface Panel {
  readonly title: string;
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** A line of a panel: its name, and its values by time in seconds. */
interface Line {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const [width, height] = [380, 120];
const colours = ["#1f60c4", "#37872d", "#c4162a", "#e0b400", "#8f3bb8", "#fa6400", "#0e7490", "#6b7280"];

const style = `
  body { font: 10px sans-serif; margin: 12px; background: #fff; color: #24292e }
  h1 { font-size: 15px; margin: 0 0 10px } h2 { font-size: 12px; margin: 0 0 4px } small { font-weight: normal; color: #57606a }
  main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 10px }
  section { border: 1px solid #d0d7de; padding: 6px; min-width: 0 } svg { display: block; width: 100%; background: #f6f8fa }
  ul { list-style: none; margin: 4px 0 0; padding: 0; max-height: 60px; overflow: hidden } li { display: inline-block; margin-right: 10px }
`;

const [prometheus, dashboard, picture, minutes = "15"] = process.argv.slice(2);
if (prometheus === undefined || dashboard === undefined || picture === undefined) {
  throw new Error(
    "name a Prometheus, a dashboard and a picture: http://127.0.0.1:9090 deploy/grafana/service.json service.png",
  );
}
const now = Math.floor(Date.now() / 1000);
const span: Span = { from: now - 60 * Number(minutes), to: now, step: Math.max(5, Math.ceil(Number(minutes) / 3)) };
const { title, panels } = JSON.parse(readFileSync(dashboard, "utf8")) as { title: string; panels: readonly Panel[] };
const drawn: string[] = [];
for (const panel of panels) drawn.push(panelText(panel, await linesOf(prometheus, panel, span), span));
await save(`<h1>${escaped(title)}, the last ${minutes} minutes</h1><main>${drawn.join("")}</main>`, picture);

/** Asks Prometheus for the lines of a panel. */
async function linesOf(url: string, { targets }: Panel, { from, to, step }: Span): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { expr, legendFormat } of targets) {
    const query = expr.replaceAll("$__rate_interval", "1m");
    const parameters = new URLSearchParams({ query, start: `${from}`, end: `${to}`, step: `${step}` });
    const answer = await fetch(`${url}/api/v1/query_range?${parameters}`);
    const { data, error } = (await answer.json()) as {
      readonly data?: { readonly result: readonly { metric: Record<string, string>; values: [number, string][] }[] };
      readonly error?: string;
    };
    if (data === undefined) throw new Error(`Prometheus does not answer ${query}: ${error}`);
    for (const { metric, values } of data.result) {
      const name = legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? "");
      const points = values.map(([seconds, value]) => [seconds, Number(value)] as const);
      lines.push({ name, points: points.filter(([, value]) => Number.isFinite(value)) });
    }
  }
  return lines.filter(({ points }) => points.length > 0);
}

function panelText({ title, fieldConfig }: Panel, lines: readonly Line[], span: Span): string {
  const { unit } = fieldConfig.defaults;
  const most = Math.max(0, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const paths = lines.map(({ points }, index) => {
    const places = points.map(([seconds, value]) => {
      const x = ((seconds - span.from) / (span.to - span.from)) * width;
      return `${x.toFixed(1)},${(height - 2 - (value / (most || 1)) * (height - 4)).toFixed(1)}`;
    });
    return `<polyline fill="none" stroke="${colourOf(index)}" stroke-width="1.5" points="${places.join(" ")}"/>`;
  });
  const names = lines.slice(0, 8).map(({ name, points }, index) => {
    const last = points.at(-1)?.[1] ?? 0;
    return `<li style="color:${colourOf(index)}">${escaped(name)} <b>${valueText(last, unit)}</b></li>`;
  });
  const scale = lines.length === 0 ? "no values" : `up to ${valueText(most, unit)}`;
  return `<section><h2>${escaped(title)} <small>${scale}</small></h2>
    <svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${paths.join("")}</svg><ul>${names.join("")}</ul></section>`;
}

function colourOf(index: number): string {
  return colours[index % colours.length] as string;
}

/** Returns a value with its unit, as people read it. */
function valueText(value: number, unit: string): string {
  const short = (number: number) => String(Number(number.toPrecision(3)));
  if (unit === "s")
    return value < 1 ? `${short(value * 1000)} ms` : value < 7200 ? `${short(value)} s` : `${short(value / 3600)} h`;
  if (unit === "bytes") return `${short(value / 2 ** 20)} MiB`;
  if (unit === "percentunit") return `${short(value * 100)} %`;
  return unit === "reqps" ? `${short(value)}/s` : short(value);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Takes a picture of the page. */
async function save(body: string, path: string): Promise<void> {
  const programs = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
  const executablePath = programs.map((name) => join("/usr/bin", name)).find(existsSync);
  if (executablePath === undefined)
    throw new Error("Chromium is missing: install chromium-headless-shell, or chromium");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-lcd-text"] });
  try {
    const tab = await browser.newPage({ viewport: { width: 980, height: 400 } });
    await tab.setContent(`<style>${style}</style>${body}`);
    await tab.screenshot({ path, fullPage: true });
  } finally {
    await browser.close();
  }
}
