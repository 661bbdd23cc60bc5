import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { hasOpenssl, makeCertificate } from "../../../support/http/certificate.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { startServer } from "../../../support/server.ts";
import { newVaultHolder } from "../../../support/wallet-holder.ts";

const goodRates = '{"rates": [{"source":"TOKEN_STANDARD","target":"USD","bid":"2","ask":"2"}]}';
const onlyUntrusted = "has a certificate that nobody has signed";

test.each([
  ...(hasOpenssl ? ([[onlyUntrusted, [200, goodRates]]] as const) : []),
  ["does not answer", undefined],
  ["answers 500", [500, "it is broken"]],
  ["answers a page in place of JSON", [200, "<html>"]],
  ["answers rates of another form", [200, '{"rates": [{"source": "TOKEN_STANDARD", "target": "USD"}]}']],
  [
    "answers rates that are no numbers",
    [200, '{"rates": [{"source":"TOKEN_STANDARD","target":"USD","bid":"NaN","ask":"1"}]}'],
  ],
  ["answers a bid above its ask", [200, '{"rates": [{"source":"TOKEN_STANDARD","target":"USD","bid":"2","ask":"1"}]}']],
  ["answers no rates", [200, '{"rates": []}']],
] as const)(
  "a feed of rates that %s takes no money, and the exchange says that there is no rate",
  async (name, answer) => {
    const isTls = name === onlyUntrusted;
    const feed = feedOf(isTls, (_, response) => {
      if (answer === undefined) response.destroy();
      else response.writeHead(answer[0]).end(answer[1]);
    });
    await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void feed.close());
    const { port } = feed.address() as AddressInfo;
    const server = await startServer({ RATE_FEED_URL: `${isTls ? "https" : "http"}://127.0.0.1:${port}/` });
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    const ada = await newVaultHolder(api, { TOKEN_STANDARD: 100 });
    const usd = { target_type: "TOKEN_EXTERNAL", target_currency_code: "USD" };
    const { status, body } = await ada.exchange(usd);
    expect([status, body.result]).toMatchObject([
      200,
      { success: false, error_code: "EXCHANGE_ERROR_RATE_UNAVAILABLE" },
    ]);
    const quote = { identity_id: ada.id, source_type: "TOKEN_STANDARD", source_amount: 10, ...usd };
    const quoted = await api.call("POST", "/api/exchange/quote", quote);
    expect([quoted.status, quoted.body.result]).toEqual([200, { error_code: "EXCHANGE_ERROR_RATE_UNAVAILABLE" }]);
    expect((await api.call("GET", "/api/exchange/rates")).body.result.rates).toEqual([]);
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: "100" });
  },
);

function feedOf(isTls: boolean, answer: RequestListener) {
  if (!isTls) return createServer(answer);
  const { keyFile, certFile, remove } = makeCertificate();
  onTestFinished(remove);
  return createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, answer);
}
