/** Transfers of all clients together that each fault has at least. */
export const transfers = Number(process.env["CLUSTER_TRANSFERS"] ?? 400);
export { fuzzSeed as seed } from "../laws/seed.ts";
/** Whether every fault is to happen; otherwise only those for which continuous integration has time. */
export const isEveryFault = process.env["CLUSTER_FAULTS"] === "all";
