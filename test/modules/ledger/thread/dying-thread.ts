import { parentPort, workerData } from "node:worker_threads";
import { runLedgerThread } from "../../../../server/modules/ledger/thread/ledger-thread.ts";

// The ledger's thread, which ends while it decides an exchange: inside its transaction, and in its turn to write.
runLedgerThread(parentPort, workerData, () => () => process.exit(3));
