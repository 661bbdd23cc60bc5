import { processRows } from "./process-row.ts";

/** The tables of processes. */
export const processTables = [processRows];
