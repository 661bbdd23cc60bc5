import { hostAccountRows } from "./host-account-row.ts";

/** The tables of the host. */
export const hostTables = [hostAccountRows];
