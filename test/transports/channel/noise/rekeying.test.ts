import { expect, it, vi } from "vitest";
import { settle } from "../expectations.ts";
import { Scene, type SceneClient } from "../scene.ts";

const ping = { case: "ping", value: { nonce: 1n } } as const;

async function opened(): Promise<{ readonly scene: Scene; readonly client: SceneClient }> {
  const scene = new Scene();
  const client = await scene.open();
  client.take();
  return { scene, client };
}

function say(client: SceneClient, rotatingToken: string, seq?: bigint): void {
  client.say({ case: "reauthenticate", value: { rotatingToken } }, seq);
}

const tokens: [string, (client: SceneClient) => string][] = [
  ["is good", ({ binding }) => `ada ${binding}`],
  ["is refused", () => "ada of-another-connection"],
];

it.each(tokens)("after a token that %s the client goes on by a new key", async (_, token) => {
  const { client } = await opened();
  say(client, token(client));
  client.say(ping);
  expect(client.takeKinds()).toEqual(["pong"]);
});

it.each(tokens)("what comes by the old key after a token that %s ends the channel", async (_, token) => {
  const { client } = await opened();
  vi.spyOn(client.transport, "rekeyOutgoing").mockReturnValue();
  say(client, token(client));
  client.say(ping);
  expect(client.takeKinds()).toEqual(["goAway"]);
  expect(client.status).toBe(1002);
});

it("a token that is passed over, because its number was there already, brings a new key too", async () => {
  const { client } = await opened();
  client.say(ping, 1n);
  say(client, `ada ${client.binding}`, 1n);
  client.say(ping, 2n);
  await settle();
  expect(client.takeKinds()).toEqual(["pong", "pong"]);
});

it("after its question, and after its answer to the token, the server goes on by a new key", async () => {
  const { scene, client } = await opened();
  const ask = () => scene.pass(200_000, client);
  const answer = () => say(client, `ada ${client.binding}`);
  for (const act of [ask, answer]) {
    act();
    await settle();
    client.say(ping);
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
