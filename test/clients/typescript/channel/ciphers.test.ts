import { expect, test } from "vitest";
import { Connection } from "../../../../clients/typescript/src/channel/connection.ts";
import { newKeyPair } from "../../../../clients/typescript/src/channel/noise/key-pair.ts";
import { ChannelFixture } from "../../../transports/channel/fixture.ts";
import { joined } from "../joined.ts";

test("the client offers both ciphers, the faster one first", async () => {
  const offers: string[][] = [];
  const { channel } = await joined(new ChannelFixture(), (offered) => {
    offers.push(offered);
    return offered[0] as string;
  });
  expect(offers).toEqual([["wallet.v1.chachapoly", "wallet.v1"]]);
  channel.close();
});

test.each(["wallet.v1.chachapoly", "wallet.v1"])(
  "the channel uses the cipher of the subprotocol that the server chooses: %s",
  async (name) => {
    const { channel, phases, call } = await joined(new ChannelFixture(), () => name);
    for (let count = 0; count < 3; count += 1) await call();
    channel.close();
    expect(phases).toEqual(["connecting", "handshaking", "open", "closed"]);
  },
);

test.each(["", "chat"])("the client sends nothing to a server that chooses “%s”", async (protocol) => {
  const sent: unknown[] = [];
  class Socket {
    readonly protocol = protocol;
    readyState = 1;
    addEventListener(name: string, listener: () => void): void {
      if (name === "open") queueMicrotask(listener);
    }
    send(message: unknown): void {
      sent.push(message);
    }
    close(): void {}
  }
  const staticKey = await newKeyPair();
  const lost = new Promise((resolve) => {
    const listener = { connected: () => {}, received: () => {}, lost: resolve };
    const credentials = () => Promise.reject(new Error("nobody asks for credentials"));
    const endpoint = "wss://platonic.example/channel/wallet";
    const options = { endpoint, staticKey, serverKey: { staticKeys: [] }, credentials, webSocket: Socket as never };
    void new Connection(options, undefined, listener);
  });
  expect(await lost).toBe("the server has chosen none of the client's subprotocols");
  expect(sent).toEqual([]);
});
