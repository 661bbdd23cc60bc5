import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { runLedgerThread } from "../../../../server/modules/ledger/thread/ledger-thread.ts";

const port = parentPort as MessagePort;
// The ledger's thread, which ends when it has stored a batch and is about to tell it.
port.postMessage = () => process.exit(4);
runLedgerThread(port, workerData);
