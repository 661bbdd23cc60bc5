import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fromBinary } from "@bufbuild/protobuf";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { apiKey, type ServerProcess } from "../harness/servers.ts";
import { call } from "./fixture.ts";
import type { SignedBody } from "./orders.ts";

/** Wallets that are read by streams, and those whose events are posted. */
export interface WatchedWallets {
  readonly watched: readonly string[];
  readonly posted: readonly (string | typeof allWallets)[];
}

/** In place of a wallet: an endpoint of the operator gets the events of all. */
export const allWallets = Symbol("all wallets");

/** Readers of wallets by Server-Sent Events, and webhooks of some of them with a receiver; all in this process. */
export interface Audience {
  /** Events that the readers have got, and those that were posted. */
  readonly told: { read: number; posted: number };
  close(): Promise<void>;
}

/**
 * Opens a stream for each wallet that is read, and a webhook for each whose events are posted.
 *
 * @param onEvent called with the data of each event that a reader gets
 */
export async function openAudience(
  server: ServerProcess,
  wallets: WatchedWallets,
  onEvent: (data: string) => void = () => {},
): Promise<Audience> {
  const told = { read: 0, posted: 0 };
  const posters = new Set<Socket>();
  const receiver = createServer((socket) => {
    posters.add(socket.once("close", () => posters.delete(socket)));
    receivePosts(socket, () => told.posted++);
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const webhooks = await Promise.all(wallets.posted.map((wallet) => addWebhook(server, wallet, url)));
  const onData = (data: string) => {
    told.read++;
    onEvent(data);
  };
  const streams = await Promise.all(wallets.watched.map((wallet) => openStream(server, wallet, onData)));
  return {
    told,
    async close() {
      for (const stream of streams) stream.destroy();
      await Promise.all(webhooks.map((remove) => remove()));
      receiver.close();
      for (const socket of posters) socket.destroy();
    },
  };
}

/** Number of events of these wallets: a transfer has one for its sender and one for its recipient. */
export function eventsOf(bodies: readonly SignedBody[], wallets: readonly string[]): number {
  const owners = new Set(wallets);
  let count = 0;
  for (const { orders } of bodies) {
    const { sender, recipient } = fromBinary(TransferOrderSchema, orders[0] as Uint8Array);
    count += Number(owners.has(sender)) + Number(owners.has(recipient));
  }
  return count;
}

/** Waits until a number has been reached; throws if it is not within a minute. */
export async function reached(count: () => number, expected: number, what: string): Promise<void> {
  for (const startedMs = performance.now(); count() < expected; await delay(5)) {
    if (performance.now() - startedMs > 60_000) throw new Error(`${count()} of ${expected} ${what} have come`);
  }
}

async function addWebhook(
  server: ServerProcess,
  wallet: WatchedWallets["posted"][number],
  url: string,
): Promise<() => Promise<unknown>> {
  const path = wallet === allWallets ? "/v1/admin/ledger/webhooks" : `/api/wallets/${wallet}/webhooks`;
  const { webhook } = await call<{ webhook: { id: string } }>(server, path, { url });
  return () => call(server, `${path}/${webhook.id}`, {}, "DELETE");
}

/**
 * Answers each request with 204. Here and below HTTP is read as it comes, since a library would take as much of the processors
 * as the server.
 */
function receivePosts(socket: Socket, onPost: () => void): void {
  let rest = "";
  socket.on("data", (data) => {
    rest += data.toString("latin1");
    for (;;) {
      const headEnd = rest.indexOf("\r\n\r\n") + 4;
      const length = /\r\ncontent-length: (\d+)/i.exec(rest)?.[1];
      if (headEnd < 4 || length === undefined || rest.length < headEnd + Number(length)) return;
      rest = rest.slice(headEnd + Number(length));
      onPost();
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    }
  });
  socket.on("error", () => {});
}

/** Resolves once the first answer, a heartbeat, is there: what follows is told. */
function openStream({ port }: ServerProcess, wallet: string, onData: (data: string) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let rest = "";
    let isAnswered = false;
    const read = (text: string) => {
      if (!isAnswered && !text.startsWith("HTTP/1.1 200 ")) reject(new Error(`a stream is answered with ${text}`));
      isAnswered = true;
      // Between the events are the lengths of HTTP's chunks.
      const events = `${rest}${text}`.split("\n\n");
      rest = events.pop() as string;
      for (const event of events) {
        if (event.includes('"entry":')) onData(event);
        else if (event.includes("data:")) resolve(socket);
      }
    };
    const onread = {
      buffer: Buffer.alloc(64 * 1024),
      callback(length: number, buffer: Uint8Array) {
        read((buffer as Buffer).toString("latin1", 0, length));
        return true;
      },
    };
    const socket = connect({ host: "127.0.0.1", port, onread });
    socket.on("error", reject).once("end", () => reject(new Error(`a stream has ended: ${rest}`)));
    socket.write(
      `GET /api/wallets/${wallet}/events HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${apiKey}\r\n\r\n`,
    );
  });
}
