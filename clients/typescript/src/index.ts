/** Client of platonic for browsers and Node; imports no module of Node. */

export { decimal } from "./amount.ts";
export type { Attempt, AttemptListener } from "./attempt.ts";
export { withDeadlines } from "./call-terms.ts";
export { Channel, type ChannelCall, type ChannelOptions, type PhaseChange } from "./channel/channel.ts";
export { channelTransport } from "./channel/channel-transport.ts";
export { channelCredentials } from "./channel/credentials.ts";
export type { ChannelPhase } from "./channel/effects.ts";
export { type KeyPair, newKeyPair } from "./channel/noise/key-pair.ts";
export type { ServerKey } from "./channel/server-key.ts";
export { Client, type ClientOptions, type DepositTerms } from "./client.ts";
export { GeocodeClient } from "./geocode-client.ts";
export { type HttpOptions, httpTransport } from "./http-transport.ts";
export { type CredentialsJson, credentialsFromJson, credentialsToJson } from "./identity/credentials-json.ts";
export { type Credentials, mintToken, type Sign, signWith, type TokenRequest } from "./identity/mint-token.ts";
export { Session, type SessionOptions } from "./identity/session.ts";
export {
  newExportableKey,
  newSigningKey,
  type SigningKey,
  signingKeyOf,
  signingKeyOfBytes,
} from "./identity/signing-key.ts";
export { type CounterStorage, TokenMinter } from "./identity/token-minter.ts";
export { IdentityClient, type Registered, type RegistrationTerms } from "./identity-client.ts";
export type { WarningListener } from "./introduction/service-version.ts";
export { type ItemOf, itemsOf } from "./pages.ts";
export { type FailureReason, PlatonicError } from "./platonic-error.ts";
export { type RepetitionOptions, repeatLostCalls } from "./repetition.ts";
export { RetryBudget } from "./retry-budget.ts";
export type { BalancesAt, Moment } from "./wallet/balances-at.ts";
export { configurationOf, type WalletConfiguration } from "./wallet/configuration.ts";
export { type WalletEvent, type WatchOptions, walletEvents } from "./wallet/events.ts";
export { isConsistent, type TreeHead } from "./wallet/hash-tree.ts";
export { type LinkedSet, linkedSet, signLinked } from "./wallet/linked-set.ts";
export { BrowserStorage, MemoryStorage, type Operation, type OperationStorage } from "./wallet/operation-storage.ts";
export type { CaptureTerms, ExchangeTerms, PaymentOrder, ReleaseTerms } from "./wallet/order-terms.ts";
export { orderRoot } from "./wallet/order-tree.ts";
export type { PaymentOutcome, SettledPayment } from "./wallet/payment-group.ts";
export { BadReceipt, type ProvenOrder, type ProvenReceipt, verifyReceipt } from "./wallet/receipt.ts";
export { signCapture, signRelease } from "./wallet/sign-change.ts";
export { type OrderSigner, type SignedOrders, signOrder, signOrders } from "./wallet/sign-order.ts";
export type { LoadOptions, WalletOptions } from "./wallet/wallet-options.ts";
export { WalletClient } from "./wallet-client.ts";
export { BadWebhook, type ProvenWebhook, verifyWebhook, type WebhookHeaders } from "./webhook.ts";
