import { parentPort, workerData } from "node:worker_threads";
import { runLedgerThread } from "./ledger-thread.ts";

runLedgerThread(parentPort, workerData);
