/** Client of platonic for browsers and Node; imports no module of Node. */

export { withDeadlines } from "./call-terms.ts";
export { Channel, type ChannelCall, type ChannelOptions, type PhaseChange } from "./channel/channel.ts";
export { channelTransport } from "./channel/channel-transport.ts";
export { channelCredentials } from "./channel/credentials.ts";
export type { ChannelPhase } from "./channel/effects.ts";
export { type KeyPair, newKeyPair } from "./channel/noise/key-pair.ts";
export type { ServerKey } from "./channel/server-key.ts";
export { GeocodeClient } from "./geocode-client.ts";
export { type HttpOptions, httpTransport } from "./http-transport.ts";
export { type Credentials, mintToken, type Sign, signWith, type TokenRequest } from "./identity/mint-token.ts";
export { Session, type SessionOptions } from "./identity/session.ts";
export { newSigningKey, type SigningKey, signingKeyOf, signingKeyOfBytes } from "./identity/signing-key.ts";
export { type CounterStorage, TokenMinter } from "./identity/token-minter.ts";
export { IdentityClient, type Registered } from "./identity-client.ts";
export { type FailureReason, PlatonicError } from "./platonic-error.ts";
export { repeatLostCalls } from "./repetition.ts";
export type { BalancesAt, Moment } from "./wallet/balances-at.ts";
export { configurationOf, type WalletConfiguration } from "./wallet/configuration.ts";
export { type WalletEvent, type WatchOptions, walletEvents } from "./wallet/events.ts";
export { type LinkedSet, linkedSet, signLinked } from "./wallet/linked-set.ts";
export { BrowserStorage, MemoryStorage, type Operation, type OperationStorage } from "./wallet/operation-storage.ts";
export { orderRoot } from "./wallet/order-tree.ts";
export type { PaymentOutcome, SettledPayment } from "./wallet/payment-group.ts";
export { BadReceipt, type ProvenOrder, type ProvenReceipt, verifyReceipt } from "./wallet/receipt.ts";
export { signCapture, signRelease } from "./wallet/sign-change.ts";
export { type OrderSigner, type SignedOrders, signOrder, signOrders } from "./wallet/sign-order.ts";
export {
  type CaptureTerms,
  type LoadOptions,
  type PaymentOrder,
  type ReleaseTerms,
  WalletClient,
  type WalletOptions,
} from "./wallet-client.ts";
export { BadWebhook, type ProvenWebhook, verifyWebhook, type WebhookHeaders } from "./webhook.ts";
