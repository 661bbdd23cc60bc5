/** A minimal WebSocket echo server. */
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { announce } from "./listen.ts";

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket) => socket.on("message", (bytes) => socket.send(bytes)));
server.on("listening", () => announce((server.address() as AddressInfo).port));
