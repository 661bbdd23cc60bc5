import { expect, it, vi } from "vitest";
import { settle } from "../expectations.ts";
import { ChannelFixture, type FixtureClient } from "../fixture.ts";

const ping = { case: "ping", value: { nonce: 1n } } as const;

async function openChannel(): Promise<{ readonly fixture: ChannelFixture; readonly client: FixtureClient }> {
  const fixture = new ChannelFixture();
  const client = await fixture.open();
  client.take();
  return { fixture, client };
}

function sendToken(client: FixtureClient, rotatingToken: string, seq?: bigint): void {
  client.sendEnvelope({ case: "reauthenticate", value: { rotatingToken } }, seq);
}

const tokens: [string, (client: FixtureClient) => string][] = [
  ["is good", ({ binding }) => `ada ${binding}`],
  ["is refused", () => "ada of-another-connection"],
];

it.each(tokens)("after a token that %s the server expects a new client key", async (_, token) => {
  const { client } = await openChannel();
  sendToken(client, token(client));
  client.sendEnvelope(ping);
  expect(client.takeKinds()).toEqual(["pong"]);
});

it.each(tokens)("a message under the old key after a token that %s ends the channel", async (_, token) => {
  const { client } = await openChannel();
  vi.spyOn(client.transport, "rekeyOutgoing").mockReturnValue();
  sendToken(client, token(client));
  client.sendEnvelope(ping);
  expect(client.takeKinds()).toEqual(["goAway"]);
  expect(client.status).toBe(1002);
});

it("a token in an envelope with a known number is ignored, but changes the key", async () => {
  const { client } = await openChannel();
  client.sendEnvelope(ping, 1n);
  sendToken(client, `ada ${client.binding}`, 1n);
  client.sendEnvelope(ping, 2n);
  await settle();
  expect(client.takeKinds()).toEqual(["pong", "pong"]);
});

it("the server changes its key after it asks for a token and after it answers one", async () => {
  const { fixture, client } = await openChannel();
  const askForToken = () => fixture.advance(200_000, client);
  const answerToken = () => sendToken(client, `ada ${client.binding}`);
  for (const act of [askForToken, answerToken]) {
    act();
    await settle();
    client.sendEnvelope(ping);
    const pong = client.sent.pop() as Uint8Array;
    const rekeying = vi.spyOn(client.transport, "rekeyIncoming").mockReturnValue();
    expect(client.takeKinds().at(-1)).toBe("reauthenticate");
    expect(() => client.transport.decrypt(pong)).toThrow("not genuine");
    rekeying.mockRestore();
    client.transport.rekeyIncoming();
    client.sent.push(pong);
    expect(client.takeKinds()).toEqual(["pong"]);
  }
});
