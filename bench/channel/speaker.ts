import { OutgoingBatch } from "../../server/transports/channel/wire/outgoing-batch.ts";
import type { ChannelClient } from "../../test/transports/channel/client.ts";

/** Sends like the client for TypeScript: requests made in one turn of the event loop share a message. */
export class ChannelSpeaker {
  readonly #client: ChannelClient;
  readonly #gathering = new OutgoingBatch();

  constructor(client: ChannelClient) {
    this.#client = client;
  }

  send(envelope: Uint8Array): void {
    if (!this.#gathering.hasRoomFor(envelope)) this.#seal();
    if (this.#gathering.isEmpty) queueMicrotask(() => this.#seal());
    this.#gathering.add(envelope);
  }

  #seal(): void {
    if (this.#gathering.isEmpty) return;
    const { socket, transport } = this.#client;
    socket.send(transport.encrypt(this.#gathering.take()));
  }
}
