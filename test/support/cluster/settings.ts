/** Minimum number of transfers of all clients together for each fault. */
export const transfers = Number(process.env["CLUSTER_TRANSFERS"] ?? 400);
export { fuzzSeed as seed } from "../laws/seed.ts";
/** Whether to run every fault; otherwise only those for which continuous integration has time. */
export const isEveryFault = process.env["CLUSTER_FAULTS"] === "all";
