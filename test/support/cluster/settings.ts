/** Transfers of all clients together that each fault has at least. */
export const transfers = Number(process.env["CLUSTER_TRANSFERS"] ?? 400);
export const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** Whether every fault is to happen; otherwise only those for which continuous integration has time. */
export const isEveryFault = process.env["CLUSTER_FAULTS"] === "all";
