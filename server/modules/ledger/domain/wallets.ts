import type { Alongside } from "../../../core/alongside.ts";

/** Settings of a wallet, chosen by its owner. */
export interface WalletConfiguration {
  readonly useChannel: boolean;
  readonly autoExchange: boolean;
  /** Empty: the service's own. */
  readonly channelEndpoint: string;
  readonly confirmTimeoutMs: number;
  readonly retryCount: number;
  readonly httpEndpoint: string;
}

/** A wallet. An identity has at most one, under the id of the identity. */
export interface Wallet {
  readonly identityId: string;
  readonly configuration: WalletConfiguration;
  /** A frozen wallet sends and exchanges nothing; it still receives. */
  readonly isFrozen: boolean;
  /** Starts at 1; every change increments it. */
  readonly version: number;
  readonly createdAtMs: number;
}

/** Port: storage of wallets. */
export interface Wallets {
  /** Opens a wallet with an empty account of each internal token; returns false if there is one already. */
  open(wallet: Wallet): Promise<boolean>;
  find(identityId: string): Promise<Wallet | undefined>;
  /** Replaces a wallet whose stored version is one less, together with `alongside`; returns whether it was. */
  update(wallet: Wallet, alongside?: Alongside): Promise<boolean>;
}
