import { appendFileSync } from "node:fs";
import type { LoadReport } from "./load.ts";

/** File to which each fault appends its row of the table, if `npm run nemesis` asks for it. */
const file = process.env["CLUSTER_TABLE"];

export const tableHead = [
  "| servers | fault | told | unavailable | lost | doubled | told differently | forked | reads back | longest silence |",
  "| ------- | ----- | ---- | ----------- | ---- | ------- | ---------------- | ------ | ---------- | --------------- |",
].join("\n");

/** Appends the row of a fault. */
export function addRow(servers: string, fault: string, report: LoadReport): void {
  const { told, refusals, verdict, backwards, silenceMs } = report;
  const { lost, doubled, toldDifferently, forked } = verdict;
  const counts = [told, refusals, lost.length, doubled.length, toldDifferently.length, forked.length, backwards.length];
  const cells = [
    servers,
    fault,
    ...counts.map((count) => count.toLocaleString("en")),
    `${(silenceMs / 1_000).toFixed(1)} s`,
  ];
  if (file !== undefined) appendFileSync(file, `| ${cells.join(" | ")} |\n`);
}

/** Appends the time after which servers were available again. */
export function addTime(event: string, ms: number): void {
  if (file !== undefined)
    appendFileSync(file, `${event}: every server answers again after ${(ms / 1_000).toFixed(1)} s\n`);
}
