import { VerificationMethod } from "#contract/identity/v1/verification_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import {
  BrowserStorage,
  httpTransport,
  IdentityClient,
  type Operation,
  PlatonicError,
  type Registered,
  Session,
  TokenMinter,
  WalletClient,
} from "../../../clients/typescript/src/index.ts";

/** A wallet page that uses only browser APIs. The query of its URL has the addresses of the service. */
const address = new URLSearchParams(location.search);
const server = address.get("server") as string;
const channelEndpoint = address.get("channel") as string;

let registered: Registered;
let minter: TokenMinter;
let challengeId = "";
let wallet: WalletClient;

const element = (id: string) => document.getElementById(id) as HTMLElement;

/** Runs an action when a form is submitted, and shows its result or error in the form. */
function on(id: string, act: (field: (name: string) => string, button: string) => Promise<string>): void {
  const form = element(id) as HTMLFormElement;
  const output = form.querySelector("output") as HTMLOutputElement;
  const show = (state: "" | "done" | "failed", text: string) => {
    output.className = state;
    output.textContent = text;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    show("", "One moment …");
    const fields = new FormData(form);
    try {
      const button = (event.submitter as HTMLButtonElement).name;
      show("done", await act((name) => String(fields.get(name)).trim(), button));
    } catch (error) {
      show("failed", error instanceof PlatonicError ? `${error.reason}: ${error.message}` : (error as Error).message);
    }
  });
}

async function showMoney(): Promise<void> {
  const { wallet: held } = await wallet.wallets.getWallet({ identityId: wallet.identityId });
  element("standard").textContent = held?.standard?.exactAmount ?? "";
  element("micro").textContent = held?.micro?.exactAmount ?? "";
}

/** Storage that shows the number of stored payments. */
class ShownStorage extends BrowserStorage {
  override async put(operation: Operation): Promise<void> {
    await super.put(operation);
    await this.show();
  }

  override async delete(id: string): Promise<void> {
    await super.delete(id);
    await this.show();
  }

  async show(): Promise<void> {
    element("unsettled").textContent = String((await this.list()).length);
  }
}

on("register", async (field) => {
  const username = field("username");
  const client = new IdentityClient(httpTransport({ baseUrl: server }));
  registered = await client.register({ username, email: `${username}@example.org` });
  minter = new TokenMinter({ credentials: registered.credentials, clientId: "page" });
  const keyStorage =
    registered.key.pair?.privateKey.extractable === false ? "this browser keeps to itself" : "is in memory";
  return `${registered.identity.id}, by a key that ${keyStorage}`;
});

on("verify", async (field, button) => {
  const { identityId } = registered.credentials;
  const { verification } = new IdentityClient(new Session(server, minter).transport);
  if (button === "ask") {
    const { challenge } = await verification.requestChallenge({ identityId, method: VerificationMethod.EMAIL });
    challengeId = challenge?.id as string;
    return "A code is on its way.";
  }
  const { challenge, verification: state } = await verification.submitResponse({
    identityId,
    challengeId,
    code: field("code"),
  });
  if (!state?.factors.some(({ method }) => method === VerificationMethod.EMAIL)) {
    throw new Error(`The code is wrong; ${challenge?.attemptsLeft} attempts are left.`);
  }
  return "The address is verified.";
});

on("open", async () => {
  const { credentials } = registered;
  const storage = new ShownStorage(localStorage, credentials.identityId);
  await storage.show();
  wallet = new WalletClient({
    credentials,
    minter,
    configuration: { httpEndpoint: server, channelEndpoint },
    serverKey: { keySet: async () => (await fetch(`${server}/.well-known/jwks.json`)).json() },
    storage,
  });
  const phases: string[] = [];
  wallet.channel?.onPhase(({ phase, cause }) => {
    phases.push(phase);
    element("phases").textContent = phases.join(" → ");
    element("channel").dataset["phase"] = phase;
    element("channel").textContent = `channel: ${phase}`;
    element("channel").title = cause ?? "";
  });
  await wallet.create();
  await showMoney();
  return "It is open.";
});

on("pay", async (field) => {
  const order = { recipient: field("recipient"), tokenType: TokenType.STANDARD, amount: field("amount") };
  const { status, id } = await wallet.pay(order);
  await showMoney();
  await wallet.acknowledge();
  return `${order.amount} ${status}: ${id}`;
});

on("exchange", async (field) => {
  const terms = { sourceType: TokenType.STANDARD, amount: field("amount"), targetType: TokenType.MICRO };
  const outcome = await wallet.exchange(terms);
  if (outcome.status !== "completed") throw new Error("The ledger refuses it.");
  await showMoney();
  return `${field("amount")} standard for ${outcome.exchange?.exactTargetAmount} micro`;
});
