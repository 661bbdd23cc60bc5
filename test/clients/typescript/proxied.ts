import { MemoryStorage } from "../../../clients/typescript/src/index.ts";
import { CuttingProxy } from "../../support/proxy.ts";
import { type Holder, walletOf } from "../../support/sdk-holder.ts";

/** A wallet whose channel goes through a proxy and whose HTTP does not. */
export async function proxied(url: string, holder: Holder, configuration: object = {}, storage = new MemoryStorage()) {
  const proxy = new CuttingProxy(() => Number(new URL(url).port));
  const address = await proxy.listen();
  const channelEndpoint = `ws://${address}/channel/wallet`;
  const wallet = walletOf(url, holder, { storage, configuration: { channelEndpoint, ...configuration } });
  const close = async () => {
    wallet.close();
    await proxy.close();
  };
  return { proxy, wallet, storage, close };
}
