import type { Finding } from "../harness/finding.ts";
import { findingSection, targetRow } from "./page.ts";
import { summaryOf } from "./summary.ts";

/**
 * Writes measurements into a page that a full run has written: replaces their sections and targets, or adds them at the end.
 * The date tells them from the rest.
 */
export function amendedPage(page: string, findings: readonly Finding[], date: string): string {
  const sections = page.trimEnd().split(/^(?=## )/m);
  for (const finding of findings) {
    const dated = { ...finding, how: `${finding.how} Measured on ${date}, apart from the rest of this page.` };
    put(sections, `## ${finding.title}\n`, `${findingSection(dated).join("\n\n")}\n\n`);
  }
  const at = sections.findIndex((section) => section.startsWith("## Targets\n"));
  const rows = (sections[at] ?? "").split("\n").filter((line) => line.startsWith("| "));
  for (const { what, ...rest } of findings.flatMap(({ verdicts }) => verdicts)) {
    put(rows, `| ${what} |`, targetRow({ what, ...rest }));
  }
  // After the head of the table.
  const targets = rows.slice(2);
  sections[at] = ["## Targets", "", summaryOf(targets), "", ...rows, "", ""].join("\n");
  return `${sections.map((section) => section.trimEnd()).join("\n\n")}\n`;
}

/** Replaces the text that begins like this, or adds it at the end. */
function put(texts: string[], beginning: string, text: string): void {
  const at = texts.findIndex((each) => each.startsWith(beginning));
  if (at < 0) texts.push(text);
  else texts[at] = text;
}
