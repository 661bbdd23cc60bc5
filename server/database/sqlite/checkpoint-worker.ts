import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

const connection = new Sqlite(workerData as string, { fileMustExist: true });
connection.pragma("synchronous = FULL");
const port = parentPort;

port?.on("message", (order: "move" | "close") => {
  if (order === "move") {
    connection.pragma("wal_checkpoint(PASSIVE)");
    port.postMessage("moved");
    return;
  }
  connection.close();
  port.close();
});
