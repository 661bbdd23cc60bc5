import {
  BrowserStorage,
  httpTransport,
  IdentityClient,
  type Registered,
  Session,
  TokenMinter,
  WalletClient,
} from "../../clients/typescript/src/index.ts";
import { VerificationMethod } from "../../gen/es/identity/v1/verification_pb.js";
import { TokenType } from "../../gen/es/wallet/v1/money_pb.js";

/** What the page of the test does when it is told to, with what a browser has and nothing else. */
class Page {
  readonly #url: string;
  readonly phases: string[] = [];
  #registered: Registered | undefined;
  #minter: TokenMinter | undefined;
  #wallet: WalletClient | undefined;
  #challengeId = "";

  constructor(url: string) {
    this.#url = url;
  }

  async register(username: string) {
    const client = new IdentityClient(httpTransport({ baseUrl: this.#url }));
    const registered = await client.register({ username, email: `${username}@example.org` });
    this.#registered = registered;
    this.#minter = new TokenMinter({ credentials: registered.credentials, clientId: "page" });
    return { id: registered.identity.id, isExtractable: registered.key.pair?.privateKey.extractable };
  }

  async askForCode(): Promise<void> {
    const { credentials } = this.#registered as Registered;
    const { challenge } = await this.#verification.requestChallenge({
      identityId: credentials.identityId,
      method: VerificationMethod.EMAIL,
    });
    this.#challengeId = challenge?.id as string;
  }

  async answerCode(code: string): Promise<void> {
    const { identityId } = (this.#registered as Registered).credentials;
    await this.#verification.submitResponse({ identityId, challengeId: this.#challengeId, code });
  }

  async openWallet(channelEndpoint: string): Promise<void> {
    const { credentials } = this.#registered as Registered;
    const wallet = new WalletClient({
      credentials,
      minter: this.#minter as TokenMinter,
      configuration: { httpEndpoint: this.#url, channelEndpoint },
      serverKey: { keySet: async () => (await fetch(`${this.#url}/.well-known/jwks.json`)).json() },
      storage: new BrowserStorage(localStorage, credentials.identityId),
    });
    this.#wallet = wallet;
    wallet.channel?.onPhase(({ phase }) => this.phases.push(phase));
    await wallet.create();
  }

  async pay(recipient: string, amount: string) {
    const wallet = this.#wallet as WalletClient;
    const { status } = await wallet.pay({ recipient, tokenType: TokenType.STANDARD, amount });
    return { status, leftBehind: localStorage.length };
  }

  async exchange(amount: string) {
    const wallet = this.#wallet as WalletClient;
    const { result } = await wallet.exchange.exchange({
      identityId: wallet.identityId,
      sourceType: TokenType.STANDARD,
      sourceAmount: { form: { case: "decimal", value: amount } },
      targetType: TokenType.MICRO,
    });
    return { success: result?.success, target: result?.exactTargetAmount };
  }

  get #verification() {
    const session = new Session(this.#url, this.#minter as TokenMinter);
    return new IdentityClient(session.transport).verification;
  }
}

declare global {
  var newPage: (url: string) => Page;
}

globalThis.newPage = (url) => new Page(url);
