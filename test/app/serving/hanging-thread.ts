import { type MessagePort, parentPort } from "node:worker_threads";

/** A thread that says that its port is open, and then takes no more turns of its event loop. */
const port = parentPort as MessagePort;
port.on("message", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
port.postMessage([["opened", 0, { address: "127.0.0.1", family: "IPv4", port: 1 }]]);
