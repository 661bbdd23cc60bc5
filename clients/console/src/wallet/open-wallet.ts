import { type Signal, signal } from "@preact/signals";
import type { Hold } from "#contract/wallet/v1/hold_pb.js";
import { HoldState } from "#contract/wallet/v1/hold_pb.js";
import type { LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import type { Wallet } from "#contract/wallet/v1/wallet_pb.js";
import type { CipherName } from "../../../typescript/src/channel/connection.ts";
import type { ChannelPhase } from "../../../typescript/src/channel/effects.ts";
import type { Session } from "../../../typescript/src/identity/session.ts";
import { PlatonicError } from "../../../typescript/src/platonic-error.ts";
import { BrowserStorage } from "../../../typescript/src/wallet/operation-storage.ts";
import type { PaymentOutcome } from "../../../typescript/src/wallet/payment-group.ts";
import { WalletClient } from "../../../typescript/src/wallet-client.ts";
import { anonymous, type IdentityAccount } from "../account/account.ts";
import { whilePaying } from "../account/payment-lock.ts";

/** State of the channel, as far as its user needs it. */
export interface ChannelState {
  readonly phase: ChannelPhase;
  readonly cipher: CipherName | undefined;
  readonly cause: string | undefined;
  /** Number of sessions opened by the channel: one at first, and one more for each renewal. */
  readonly sessions: number;
}

/** The wallet of an account while the console is open: its client, and the data that pages show. */
export class OpenWallet {
  readonly client: WalletClient;
  /** Session of the account, which the wallet uses. */
  readonly session: Session;
  readonly channel: Signal<ChannelState> = signal({ phase: "idle", cipher: undefined, cause: undefined, sessions: 0 });
  readonly wallet: Signal<Wallet | undefined> = signal(undefined);
  readonly holds: Signal<readonly Hold[]> = signal([]);
  /** Entries that arrived since the console was opened, newest first. */
  readonly arrived: Signal<readonly LedgerEntry[]> = signal([]);
  /** Outcomes of payments that an earlier visit left unresolved. */
  readonly earlier: Signal<readonly PaymentOutcome[]> = signal([]);
  /** Outcomes that arrived after their page had stopped waiting. */
  readonly settled: Signal<readonly PaymentOutcome[]> = signal([]);
  /** Why the wallet could not be opened, or its events have ended. */
  readonly error: Signal<unknown> = signal(undefined);
  readonly #ending = new AbortController();
  /** Numbers of the last started read, and of the shown one. */
  #begun = 0;
  #shown = 0;

  constructor({ credentials, identityId, minter, session }: IdentityAccount) {
    this.session = session;
    const token = session.tokenNow;
    this.client = new WalletClient({
      endpoint: location.origin,
      credentials,
      minter,
      session: { ...(token !== undefined && { token }), onEnded: () => session.end() },
      serverKey: { keySet: () => anonymous.keySet() },
      storage: new BrowserStorage(localStorage, identityId),
    });
    const channel = this.client.channel;
    const { signal: closed } = this.#ending;
    for (const change of ["online", "offline"]) {
      addEventListener(change, () => channel?.networkChanged(), { signal: closed });
    }
    channel?.onPhase(({ phase, cause }) => this.#showChannel({ phase, cause }));
    channel?.onSession(() => {
      this.#showChannel({ sessions: this.channel.value.sessions + 1 });
      // Reads what could not be read while the network was down.
      if (this.wallet.value !== undefined) void this.refreshQuietly();
    });
    this.client.payments.onSettled((outcome) => {
      this.settled.value = [outcome, ...this.settled.value];
      void this.client.acknowledge();
      void this.refreshQuietly();
    });
  }

  /** Opens the wallet, creates it on the first visit, and follows its events until it is closed. Never rejects. */
  async open(): Promise<void> {
    this.error.value = undefined;
    try {
      this.client.channel?.open();
      await this.#ensureCreated();
      await this.refresh();
      void this.#reconcile();
      void this.#follow();
    } catch (error) {
      this.error.value = error;
    }
  }

  /** Moves money; a sign-out waits for the outcome, which is on the page from then on. */
  move<Outcome>(act: (client: WalletClient) => Promise<Outcome>): Promise<Outcome> {
    return whilePaying(this.client.identityId, async () => {
      const outcome = await act(this.client);
      void this.client.acknowledge();
      return outcome;
    });
  }

  /** Reads the balances and the open holds. */
  async refresh(): Promise<void> {
    const { identityId, wallets, holds } = this.client;
    const number = ++this.#begun;
    const [{ wallet }, listed] = await Promise.all([
      wallets.getWallet({ identityId }),
      holds.listHolds({ identityId, state: HoldState.OPEN }),
    ]);
    // A later read was faster, and is newer.
    if (number < this.#shown) return;
    this.#shown = number;
    this.wallet.value = wallet;
    this.holds.value = listed.holds;
  }

  /** Reads them again; while the service is unreachable they stay unchanged, and the channel's state says why. */
  async refreshQuietly(): Promise<void> {
    await this.refresh().catch((error: unknown) => {
      if (PlatonicError.from(error).reason !== "UNREACHABLE") this.error.value = error;
      else this.client.channel?.networkChanged();
    });
  }

  close(): void {
    this.#ending.abort();
    this.client.close();
  }

  async #ensureCreated(): Promise<void> {
    try {
      await this.client.wallets.getWallet({ identityId: this.client.identityId });
    } catch (error) {
      if (PlatonicError.from(error).reason !== "RESOURCE_NOT_FOUND") throw error;
      await this.client.create();
    }
  }

  /** Resolves payments that an earlier visit left unresolved. Only one tab does, since that voids unprocessed ones. */
  async #reconcile(): Promise<void> {
    const { identityId } = this.client;
    const { signal } = this.#ending;
    await navigator.locks
      .request(`platonic wallet ${identityId}`, { signal }, async () => {
        const outcomes = await this.client.reconcile();
        if (outcomes.length > 0) {
          this.earlier.value = outcomes;
          void this.client.acknowledge();
          await this.refresh();
        }
        // Holds the lock until the wallet is closed, so that no other tab resolves the payments of this one.
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      })
      .catch((error: unknown) => {
        if (!signal.aborted) this.error.value = error;
      });
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ending;
    try {
      for await (const { entry } of this.client.events({ signal })) {
        this.arrived.value = [entry, ...this.arrived.value].slice(0, 20);
        await this.refreshQuietly();
      }
    } catch (error) {
      if (!signal.aborted) this.error.value = error;
    }
  }

  #showChannel(change: Partial<ChannelState>): void {
    this.channel.value = { ...this.channel.value, ...change, cipher: this.client.channel?.cipher };
  }
}
