import { parentPort, workerData } from "node:worker_threads";
import { runLedgerThread } from "../../../server/modules/ledger/thread/ledger-thread.ts";
import { twoForOne } from "./constants.ts";

// The ledger's thread with the rates of the tests.
runLedgerThread(parentPort, workerData, () => () => twoForOne);
