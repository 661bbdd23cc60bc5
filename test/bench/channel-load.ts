import { randomUUID } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { WebSocket } from "ws";
import { TransactionService } from "../../gen/es/wallet/v1/transaction_service_pb.js";
import { type ChannelClient, openChannel } from "../channel/client.ts";

/** How many connections, and how much is under way on each. */
export interface Crowd {
  readonly connections: number;
  readonly atOnce: number;
}

/** A load that is on until it is closed. */
export interface ChannelLoad {
  /** Answers so far. */
  readonly count: number;
  /** Bytes of a request's message on the wire, without the frame of WebSocket. */
  readonly messageBytes: number;
  close(): void;
}

export function connectChannel(port: number): Promise<ChannelClient> {
  const credentials = { case: "sessionToken" as const, value: "pls_bench" };
  return openChannel(`http://127.0.0.1:${port}`, () => ({ credentials }));
}

/** Requests and answers on the channel, each sealed and opened on both sides. */
export async function loadChannel(port: number, { connections, atOnce }: Crowd): Promise<ChannelLoad> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connectChannel(port)));
  const opId = randomUUID();
  const { input } = TransactionService.method.getTransaction;
  const payload = toBinary(input, create(input, { identityId: "ada", transactionId: opId }));
  const method = "wallet.v1.TransactionService/GetTransaction";
  let count = 0;
  let messageBytes = 0;
  for (const client of clients) {
    const { socket, transport } = client;
    const send = (id: string) => {
      const sealed = transport.encrypt(client.envelope({ case: "request", value: { opId: id, method, payload } }));
      messageBytes = sealed.length;
      socket.send(sealed);
    };
    const ids = Array.from({ length: atOnce }, () => randomUUID());
    let next = 0;
    socket.removeAllListeners("message");
    socket.on("message", (bytes) => {
      transport.decrypt(bytes as Buffer);
      // The first envelope of the server was number 1, and each answer is one more.
      client.ack += 1n;
      count += 1;
      // Answers come in the order of the requests, because all are answered at once.
      send(ids[next++ % atOnce] as string);
    });
    for (const id of ids) send(id);
  }
  return {
    get count() {
      return count;
    },
    messageBytes,
    close() {
      for (const { socket } of clients) socket.terminate();
    },
  };
}

/** Messages of so many bytes to a server that sends them back, as many at once. */
export async function loadEcho(
  port: number,
  messageBytes: number,
  { connections, atOnce }: Crowd,
): Promise<ChannelLoad> {
  const message = Buffer.alloc(messageBytes, 1);
  const sockets = Array.from({ length: connections }, () => new WebSocket(`ws://127.0.0.1:${port}`));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("open", resolve))));
  let count = 0;
  for (const socket of sockets) {
    socket.on("message", () => {
      count += 1;
      socket.send(message);
    });
    for (let started = 0; started < atOnce; started++) socket.send(message);
  }
  return {
    get count() {
      return count;
    },
    messageBytes,
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}
