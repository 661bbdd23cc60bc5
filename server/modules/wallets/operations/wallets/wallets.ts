import { create } from "@bufbuild/protobuf";
import { EntryKind as WireKind } from "#contract/wallet/v1/ledger_pb.js";
import {
  WalletConfigurationSchema,
  type WalletConfiguration as WireConfiguration,
} from "#contract/wallet/v1/wallet_pb.js";
import type { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import type { Alongside } from "../../../../core/alongside.ts";
import { Fault } from "../../../../core/fault.ts";
import { requireFreshProof } from "../../../../rpc/fresh-proof.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { pageEnd, readMoment } from "../../../../rpc/pages.ts";
import { changedAtVersion, type VersionTerms } from "../../../../rpc/preconditions.ts";
import type { Identities } from "../../../identity/index.ts";
import { kindsWhere } from "../../../ledger/domain/entry/kinds.ts";
import { isReversible } from "../../../ledger/domain/entry/payments.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import type { RateTable } from "../../../ledger/domain/rates/rates.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import type { Wallet, WalletConfiguration, Wallets } from "../../../ledger/domain/wallets.ts";
import { type OwnAddress, storedEndpoints } from "../../messages/endpoints.ts";
import { entryMessage } from "../../messages/entry-message.ts";
import { foundWallet } from "../../messages/found-wallet.ts";
import { balanceMessage, emptyAccount, walletMessage } from "../../messages/wallet-message.ts";
import { requireAsset } from "../../orders/amounts.ts";
import { balancesAt } from "./balances-at.ts";

export interface WalletOperationsDeps {
  readonly wallets: Wallets;
  readonly ledger: Ledger;
  readonly identities: Pick<Identities, "find">;
  readonly policy: Policy;
  readonly rates: RateTable;
  readonly ownAddress: OwnAddress;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The operations of wallet.v1.WalletService. */
export function walletOperations(deps: WalletOperationsDeps): Operations<typeof WalletService> {
  const { wallets, ledger, identities, policy, rates, ownAddress, now = Date.now } = deps;

  return {
    async createWallet({ identityId, configuration }, { principal }) {
      const settled = readConfiguration(configuration, ownAddress);
      if (!hasEndpointsOf(settled, readConfiguration(undefined, ownAddress))) requireFreshProof(principal, now());
      if ((await identities.find(identityId)) === undefined) {
        throw new Fault("RESOURCE_NOT_FOUND", "There is no identity with this id.");
      }
      const wallet = { identityId, configuration: settled, isFrozen: false, version: 1, createdAtMs: now() };
      if (!(await wallets.open(wallet))) {
        throw new Fault("RESOURCE_CONFLICT", "The identity has a wallet already.", { parameter: "identity_id" });
      }
      return { wallet: await walletMessage(wallet, deps) };
    },

    async getWallet({ identityId }) {
      return { wallet: await walletMessage(await foundWallet(wallets, identityId), deps) };
    },

    async getBalance({ identityId, tokenType, currencyCode }) {
      const asset = requireAsset(policy, tokenType, currencyCode);
      await foundWallet(wallets, identityId);
      const accounts = await ledger.balances(identityId);
      const account = accounts.find((one) => one.asset === asset.code) ?? emptyAccount;
      return { balance: balanceMessage(asset, account, rates) };
    },

    getBalancesAt: balancesAt({ wallets, ledger, policy, now }),

    async configureWallet(request, { principal, act }) {
      const version = Object.hasOwn(request, "version") ? request.version : undefined;
      const configuration = readConfiguration(request.configuration, ownAddress);
      const before = await foundWallet(wallets, request.identityId);
      // Clients send their credentials there.
      if (!hasEndpointsOf(configuration, before.configuration)) requireFreshProof(principal, now());
      const terms = { version, ifMatch: request.ifMatch };
      const record = await act?.prepare();
      const wallet = await changedWallet(wallets, request.identityId, terms, { configuration }, record?.alongside);
      return { wallet: await walletMessage(wallet, deps) };
    },

    async listLedgerEntries({ identityId, kind, from, until, pageSize, pageToken }) {
      const question = {
        owner: identityId,
        beforeSequence: pageEnd(pageToken),
        fromMs: readMoment(from, "from", "up"),
        untilMs: readMoment(until, "until", "up"),
        kinds: kind === WireKind.UNSPECIFIED ? shownKinds : [kind],
        count: pageSize + 1,
      };
      await foundWallet(wallets, identityId);
      const found = await ledger.history(question);
      const page = found.slice(0, pageSize);
      const reversed = await ledger.reversedOf(page.filter(isReversible).map(({ id }) => id));
      return {
        entries: page.map((entry) => entryMessage(entry, identityId, policy, reversed.get(entry.id))),
        ...(found.length > pageSize && { nextPageToken: String(page.at(-1)?.sequence) }),
      };
    },
  };
}

/** Kinds that are listed. Voids move nothing, and the contract has no kind for them. */
const shownKinds = kindsWhere(({ isListed }) => isListed);

/**
 * Changes a wallet at a version that the call allows.
 *
 * @throws Fault RESOURCE_NOT_FOUND or VERSION_MISMATCH
 */
export function changedWallet(
  wallets: Wallets,
  identityId: string,
  terms: VersionTerms,
  change: Partial<Pick<Wallet, "configuration" | "isFrozen">>,
  alongside?: Alongside,
): Promise<Wallet> {
  return changedAtVersion(terms, async (requireVersion) => {
    const before = await foundWallet(wallets, identityId);
    requireVersion(before.version);
    const after = { ...before, ...change, version: before.version + 1 };
    return (await wallets.update(after, alongside)) ? after : undefined;
  });
}

/** Absent configuration is the default of the contract. */
function readConfiguration(configuration: WireConfiguration | undefined, ownAddress: OwnAddress): WalletConfiguration {
  const given = configuration ?? create(WalletConfigurationSchema);
  refuseEndpoint(given.channelEndpoint, ["ws:", "wss:"], "configuration.channel_endpoint");
  refuseEndpoint(given.httpEndpoint, ["http:", "https:"], "configuration.http_endpoint");
  return {
    useChannel: given.useChannel,
    autoExchange: given.autoExchange,
    confirmTimeoutMs: given.confirmTimeout,
    retryCount: given.retryCount,
    ...storedEndpoints(given, ownAddress),
  };
}

function hasEndpointsOf(some: WalletConfiguration, other: WalletConfiguration): boolean {
  return some.channelEndpoint === other.channelEndpoint && some.httpEndpoint === other.httpEndpoint;
}

function refuseEndpoint(text: string, protocols: readonly string[], parameter: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Credentials in a URL would end up in logs.
  const isGood = url !== undefined && protocols.includes(url.protocol) && url.username === "" && url.password === "";
  if (text === "" || isGood) return;
  const expected = `must be a ${protocols.map((protocol) => protocol.slice(0, -1)).join(" or ")} URL without credentials`;
  throw new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided: text });
}
