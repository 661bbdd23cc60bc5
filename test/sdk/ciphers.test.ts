import { expect, test } from "vitest";
import { Scene } from "../channel/scene.ts";
import { joined } from "./joined.ts";

test("the client offers both ciphers, the faster one first", async () => {
  const offers: string[][] = [];
  const { channel } = await joined(new Scene(), (offered) => {
    offers.push(offered);
    return offered[0] as string;
  });
  expect(offers).toEqual([["wallet.v1.chachapoly", "wallet.v1"]]);
  channel.close();
});

test.each(["wallet.v1.chachapoly", "wallet.v1"])(
  "a server that chooses %s is spoken to by its cipher",
  async (name) => {
    const { channel, phases, call } = await joined(new Scene(), () => name);
    for (let count = 0; count < 3; count += 1) await call();
    channel.close();
    expect(phases).toEqual(["connecting", "handshaking", "open", "closed"]);
  },
);
