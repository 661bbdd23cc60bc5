import { expect, test } from "vitest";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import type { WalletClient } from "../../../../clients/typescript/src/index.ts";
import { newHolder, walletOf } from "../../../support/sdk-holder.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();

test("calls made before the channel opens are answered, and so is one made when it opens", async () => {
  const ada = await newHolder(server().url);
  const wallet = walletOf(server().url, ada);
  const channel = wallet.channel as NonNullable<WalletClient["channel"]>;
  const call = () => channel.call(WalletService.method.getWallet, { identityId: ada.id }, { timeoutMs: 5_000 });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  channel.onPhase(({ phase }) => {
    if (phase === "open") resolve(call());
  });
  expect(await call()).toEqual(await promise);
  wallet.close();
});
