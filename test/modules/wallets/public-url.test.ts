import { expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { newHolder } from "../../support/wallet-holder.ts";

const server = sharedServer({ PUBLIC_URL: "https://platonic.example" });

test("a wallet without endpoints names those of PUBLIC_URL", async () => {
  const ada = await newHolder(new ApiClient(server()));
  expect((await ada.wallet()).configuration).toMatchObject({
    channel_endpoint: "wss://platonic.example/channel/wallet",
    http_endpoint: "https://platonic.example",
  });
});

test("tokens are for PUBLIC_URL, as clients expect", async () => {
  const { body } = await new ApiClient(server()).call(
    "POST",
    "/api/authentication/challenge",
    { client_id: "app" },
    "",
  );
  expect(body.result.audience).toBe("https://platonic.example");
});
