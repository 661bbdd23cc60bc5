import { randomUUID } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { WebSocket } from "ws";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { tagBytes } from "../../server/transports/channel/noise/cipher.ts";
import { createEnvelopeWriter } from "../../server/transports/channel/wire/envelope.ts";
import { Frame } from "../../server/transports/channel/wire/frame.ts";
import { OutgoingBatch } from "../../server/transports/channel/wire/outgoing-batch.ts";
import { type ChannelClient, openChannel } from "../../test/transports/channel/client.ts";
import { ChannelSpeaker } from "./speaker.ts";

const envelopeBytes = createEnvelopeWriter();

/** Number of connections, and of requests in flight on each. */
export interface Crowd {
  readonly connections: number;
  readonly atOnce: number;
}

/** A load that runs until it is closed. */
export interface ChannelLoad {
  /** Number of responses so far. */
  readonly count: number;
  /** Bytes of a message with a single request, without the WebSocket frame. */
  readonly messageBytes: number;
  close(): void;
}

/** The cipher that the client for TypeScript prefers. */
const preferred = "wallet.v1.chachapoly";

export function connectChannel(port: number, subprotocol = preferred, session = "pls_bench"): Promise<ChannelClient> {
  const credentials = { case: "sessionToken" as const, value: session };
  return openChannel(`http://127.0.0.1:${port}`, () => ({ credentials }), { subprotocol });
}

/** Requests and responses on the channel, encrypted and decrypted on both sides; those of one turn share a message. */
export async function loadChannel(
  port: number,
  { connections, atOnce }: Crowd,
  subprotocol = preferred,
): Promise<ChannelLoad> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connectChannel(port, subprotocol)));
  const opId = randomUUID();
  const { input } = TransactionService.method.getTransaction;
  const payload = toBinary(input, create(input, { identityId: "ada", transactionId: opId }));
  const method = "wallet.v1.TransactionService/GetTransaction";
  const requestOf = ({ ack }: ChannelClient, seq: bigint, id: string) =>
    envelopeBytes(seq, ack, { case: "request", value: { opId: id, method, payload } });
  let count = 0;
  for (const client of clients) {
    const { socket, transport } = client;
    const speaker = new ChannelSpeaker(client);
    const send = (id: string) => speaker.send(requestOf(client, ++client.seq, id));
    const ids = Array.from({ length: atOnce }, () => randomUUID());
    let next = 0;
    socket.removeAllListeners("message");
    socket.on("message", (bytes) => {
      const frame = new Frame(transport.decrypt(bytes as Buffer));
      while (!frame.isOver) {
        client.ack = frame.next().seq;
        count += 1;
        // Responses arrive in the order of the requests, because the server answers all of them immediately.
        send(ids[next++ % atOnce] as string);
      }
    });
    for (const id of ids) send(id);
  }
  return {
    get count() {
      return count;
    },
    messageBytes: messageBytesOf(requestOf(clients[0] as ChannelClient, 1n, opId)),
    close() {
      for (const { socket } of clients) socket.terminate();
    },
  };
}

function messageBytesOf(envelope: Uint8Array): number {
  const alone = new OutgoingBatch();
  alone.add(envelope);
  return alone.frameBytes + tagBytes;
}

/** Messages to an echo server, with the same number in flight. */
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
