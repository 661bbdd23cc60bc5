import { expect, test } from "vitest";
import type { WalletClient } from "../../../clients/typescript/src/index.ts";
import { WalletService } from "../../../gen/es/wallet/v1/wallet_service_pb.js";
import { newHolder, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const server = sharedServer();

test("what waited for the channel is answered, also when somebody asks at the very moment that it opens", async () => {
  const ada = await newHolder(server().url);
  const wallet = walletOf(server().url, ada);
  const channel = wallet.channel as NonNullable<WalletClient["channel"]>;
  const ask = () => channel.call(WalletService.method.getWallet, { identityId: ada.id }, { timeoutMs: 5_000 });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  channel.onPhase(({ phase }) => {
    if (phase === "open") resolve(ask());
  });
  expect(await ask()).toEqual(await promise);
  wallet.close();
});
