import { fromBinary } from "@bufbuild/protobuf";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { createEnvelopeWriter } from "../../server/transports/channel/wire/envelope.ts";
import { Frame } from "../../server/transports/channel/wire/frame.ts";
import type { ChannelClient } from "../../test/transports/channel/client.ts";
import type { TransferLoad } from "../transfers/load.ts";
import type { SignedBody } from "../transfers/orders.ts";
import { connectChannel } from "./load.ts";
import { ChannelSpeaker } from "./speaker.ts";

const envelopeBytes = createEnvelopeWriter();

const { transfer } = TransactionService.method;
const method = `${transfer.parent.typeName}/${transfer.name}`;

/** Sends transfers over one channel. */
export async function channelTransferLoad(port: number, session: string): Promise<TransferLoad> {
  const client = await connectChannel(port, undefined, session);
  const speaker = new ChannelSpeaker(client);
  return (bodies, atOnce) => {
    if (client.welcome.credits < atOnce) throw new Error(`the channel has ${client.welcome.credits} requests at once`);
    return transferAll(client, speaker, bodies, atOnce);
  };
}

function transferAll(
  client: ChannelClient,
  speaker: ChannelSpeaker,
  bodies: readonly SignedBody[],
  atOnce: number,
): Promise<void> {
  const { socket, transport } = client;
  let [next, left] = [0, bodies.length];
  const sendOn = () => {
    const signed = bodies[next++];
    if (signed === undefined) return;
    client.seq += 1n;
    const value = { opId: signed.ids[0] as string, method, payload: signed.body.subarray(5) };
    speaker.send(envelopeBytes(client.seq, client.ack, { case: "request", value }));
  };
  return new Promise((resolve, reject) => {
    socket.removeAllListeners("message");
    socket.on("message", (sealed) => {
      const frame = new Frame(transport.decrypt(sealed as Buffer));
      while (!frame.isOver) {
        const { seq, body } = frame.next();
        client.ack = seq;
        if (body.case !== "result") continue;
        if (!isGood(body.value.answer.value as Uint8Array)) reject(new Error("a good transfer was refused"));
        left -= 1;
        if (left === 0) resolve();
        sendOn();
      }
    });
    for (let started = 0; started < atOnce; started++) sendOn();
  });
}

/** Length of a successful response: all of them share it, and failed ones do not. */
let goodBytes: number | undefined;

function isGood(payload: Uint8Array): boolean {
  if (goodBytes === undefined && fromBinary(transfer.output, payload).result?.success) goodBytes = payload.length;
  return payload.length === goodBytes;
}
