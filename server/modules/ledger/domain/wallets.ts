/** What the owner of a wallet has settled for it. */
export interface WalletConfiguration {
  readonly useChannel: boolean;
  readonly autoExchange: boolean;
  /** Empty: the service's own. */
  readonly channelEndpoint: string;
  readonly confirmTimeoutMs: number;
  readonly retryCount: number;
  readonly httpEndpoint: string;
}

/** A wallet; an identity has at most one, and it goes by the identity's id. */
export interface Wallet {
  readonly identityId: string;
  readonly configuration: WalletConfiguration;
  /** A frozen wallet sends and exchanges nothing; it still receives. */
  readonly isFrozen: boolean;
  /** From 1, one more with every change. */
  readonly version: number;
  readonly createdAtMs: number;
}

/** Port: where wallets are kept. */
export interface Wallets {
  /** Opens a wallet with an empty account of each internal token; answers false when there is one. */
  open(wallet: Wallet): Promise<boolean>;
  find(identityId: string): Promise<Wallet | undefined>;
  /** Replaces what is settled if it is at the version before; answers whether it was. */
  update(wallet: Wallet): Promise<boolean>;
}
