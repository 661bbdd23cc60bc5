import { defaultPolicy } from "../../../../server/modules/ledger/domain/default-policy.ts";
import { planted } from "../../../../server/modules/ledger/domain/entry/batch-tree.ts";
import {
  batchHash,
  entryBytes,
  entryDigest,
  firstPreviousHash,
  readEntry,
} from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { orderDigest, type RequestDigest } from "../../../../server/modules/ledger/domain/entry/digests.ts";
import type { Batch, Entry, PendingTransfer } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { orderTree } from "../../../../server/modules/ledger/domain/entry/order-tree.ts";
import { countedIds } from "../../../../server/modules/ledger/domain/entry/payments.ts";
import { postingsOf } from "../../../../server/modules/ledger/domain/entry/postings.ts";
import {
  heldBy,
  holdAfter,
  isSpending,
  spentAfter,
  spentAfterReturn,
} from "../../../../server/modules/ledger/domain/holds/changes.ts";
import type { Hold } from "../../../../server/modules/ledger/domain/holds/hold.ts";
import type {
  CaptureRequest,
  EndRequest,
  ReleaseRequest,
} from "../../../../server/modules/ledger/domain/holds/requests.ts";
import type { Policy } from "../../../../server/modules/ledger/domain/policy.ts";
import type { Rate } from "../../../../server/modules/ledger/domain/rates/rates.ts";
import type {
  AccountFacts,
  CreateRequest,
  ExchangeRequest,
  IssueRequest,
  LinkedRequest,
  Outcome,
  PendingRequest,
  Quote,
  Request,
  ReverseRequest,
  TransferRequest,
  View,
  VoidRequest,
  WalletFacts,
} from "../../../../server/modules/ledger/domain/requests.ts";
import type { ReversalRow } from "../../../../server/modules/ledger/domain/rows.ts";
import { emptyTree, type Frontier } from "../../../../server/modules/ledger/domain/tree/frontier.ts";
import { type Draft, decide } from "../../../../server/modules/ledger/engine/decide/decide.ts";
import { expiryOf } from "../../../../server/modules/ledger/expiry.ts";

/** A ledger in memory that writes each request as a batch of its own. */
export class MemoryLedger implements View {
  readonly policy: Policy;
  readonly wallets = new Map<string, WalletFacts>();
  readonly rates = new Map<string, Rate>();
  readonly quotes = new Map<string, Quote>();
  readonly waiting = new Map<string, PendingTransfer>();
  readonly entries: Entry[] = [];
  readonly batches: { batch: Batch; bytes: Uint8Array[] }[] = [];
  frontier: Frontier = emptyTree;
  readonly accounts = new Map<string, AccountFacts>();
  readonly holds = new Map<string, Hold>();
  readonly reversals: ReversalRow[] = [];
  readonly #byId = new Map<string, Entry>();
  nowMs = Date.UTC(2026, 0, 15, 12);

  constructor(policy: Policy = defaultPolicy) {
    this.policy = policy;
  }

  submit(request: Request): Outcome {
    const decision = decide(request, this, this.policy, this.nowMs);
    if (decision.kind === "answer") return decision.outcome;
    if (decision.kind === "pending") {
      this.waiting.set(decision.transfer.id, decision.transfer);
      return { kind: "pending", transfer: decision.transfer, isReplay: false };
    }
    if (decision.kind === "entries") return { kind: "entries", entries: this.#enter(decision.drafts), isReplay: false };
    if (decision.kind !== "entry") throw new Error(`there is no decision of kind ${decision}`);
    if (decision.settlesPending !== this.waiting.delete(decision.draft.id)) throw new Error("pending was not settled");
    if (decision.usesQuote !== undefined) this.quotes.delete(decision.usesQuote);
    const [entry] = this.#enter([decision.draft]) as [Entry];
    return { kind: "entry", entry, isReplay: false };
  }

  /** Returns the number of the outcome, for requests that become an entry or lack their sender's signature. */
  outcome(request: Request): number {
    const outcome = this.submit(request);
    if (outcome.kind === "unsigned") return outcome.error;
    if (outcome.kind !== "entry") throw new Error(`${request.kind} became ${JSON.stringify(outcome)}`);
    return outcome.entry.outcome;
  }

  open(owner: string, facts: Partial<WalletFacts> = {}): void {
    this.wallets.set(owner, { isFrozen: false, autoExchange: false, level: 5, levelFalls: [], ...facts });
  }

  give(owner: string, asset: string, amount: bigint): void {
    if (amount > 0n) this.outcome(issue("deposit", owner, asset, amount));
  }

  setRate(source: string, target: string, rate: bigint): void {
    this.rates.set(`${source} ${target}`, { source, target, rate, origin: "test", atMs: this.nowMs });
  }

  balance(owner: string, asset: string): bigint {
    return this.account(owner, asset).balance;
  }

  /** All balances that are not zero. */
  balances(): Record<string, bigint> {
    return Object.fromEntries(
      [...this.accounts].map(([name, { balance }]) => [name, balance] as const).filter(isMoved),
    );
  }

  entry(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  pending(id: string): PendingTransfer | undefined {
    return this.waiting.get(id);
  }

  wallet(owner: string): WalletFacts | undefined {
    return this.wallets.get(owner);
  }

  account(owner: string, asset: string): AccountFacts {
    return this.accounts.get(`${owner} ${asset}`) ?? { balance: 0n, spentDay: 0, spent: 0n, held: 0n };
  }

  rate(source: string, target: string): Rate | undefined {
    return this.rates.get(`${source} ${target}`);
  }

  quote(id: string): Quote | undefined {
    return this.quotes.get(id);
  }

  hold(id: string): Hold | undefined {
    return this.holds.get(id);
  }

  reversed(id: string): bigint {
    return this.reversals.findLast(({ reversed }) => reversed === id)?.total ?? 0n;
  }

  /** Writes drafts as one batch. */
  #enter(drafts: readonly Draft[]): Entry[] {
    const written = drafts.map((draft, index) => entryBytes({ ...draft, sequence: this.entries.length + 1 + index }));
    const entries = written.map((bytes) => readEntry(bytes));
    for (const entry of entries) this.#write(entry);
    const [first, last] = [entries[0] as Entry, entries.at(-1) as Entry];
    const previousHash = this.batches.at(-1)?.batch.hash ?? firstPreviousHash;
    const number = this.batches.length + 1;
    const digests = written.map(entryDigest);
    const hash = batchHash(number, previousHash, digests);
    const range = { firstSequence: first.sequence, lastSequence: last.sequence };
    const { batch, frontier } = planted(this.frontier, hash, digests);
    this.frontier = frontier;
    this.batches.push({ batch: { number, ...range, previousHash, atMs: first.atMs, hash, ...batch }, bytes: written });
    return entries;
  }

  #write(entry: Entry): void {
    for (const { owner, asset, amount } of postingsOf(entry)) {
      const account = this.account(owner, asset);
      this.accounts.set(`${owner} ${asset}`, { ...account, balance: account.balance + amount });
    }
    if (isSpending(entry)) this.#change(entry.owner, entry.asset, (account) => spentAfter(account, entry));
    this.#changeHold(entry);
    const { reverses, sequence: place, amount: back } = entry;
    if (entry.outcome === 0 && reverses !== undefined) {
      for (const reversed of countedIds(reverses, this.entry(reverses))) {
        this.reversals.push({ reversed, sequence: place, amount: back, total: this.reversed(reversed) + back });
      }
    }
    this.entries.push(entry);
    this.#byId.set(entry.id, entry);
  }

  #changeHold(entry: Entry): void {
    const held = heldBy(entry);
    const before = this.holds.get(entry.hold?.id ?? "");
    const after = holdAfter(entry, before);
    if (held === undefined || after === undefined) return;
    this.holds.set(after.id, after);
    this.#change(held.owner, entry.asset, (account) => ({
      held: account.held + held.change,
      ...(before !== undefined && spentAfterReturn(account, entry, before)),
    }));
  }

  #change(owner: string, asset: string, change: (account: AccountFacts) => Partial<AccountFacts>): void {
    const account = this.account(owner, asset);
    this.accounts.set(`${owner} ${asset}`, { ...account, ...change(account) });
  }
}

let idCount = 0;

/** Returns a new UUID. */
export function freshId(): string {
  return `019b0000-0000-7000-8000-${String(++idCount).padStart(12, "0")}`;
}

export function transfer(change: Partial<TransferRequest> = {}): TransferRequest {
  return { ...order(change), kind: "transfer", isSigned: true, ...change };
}

/** Orders as a linked set, each with its path to their root. */
export function linked(orders: readonly TransferRequest[], change: Partial<LinkedRequest> = {}): LinkedRequest {
  const signatures = orderTree(orders.map(({ order }) => order)).signatures(new Uint8Array(64));
  const { id, owner } = orders[0] as TransferRequest;
  const signed = orders.map((one, index) => ({ ...one, signature: signatures[index] as Uint8Array }));
  return { kind: "linked", id, owner, orders: signed, ...change };
}

export function creation(change: Partial<CreateRequest> = {}): CreateRequest {
  return { ...order(change), kind: "create", isSigned: true, ...change };
}

export function execution(id: string, owner = "anna", isSigned = true): PendingRequest {
  return { kind: "execute", id, owner, isSigned };
}

export function exchange(change: Partial<ExchangeRequest> = {}): ExchangeRequest {
  const { id = freshId(), source = "TOKEN_STANDARD", sourceAmount = 10n ** 8n, target = "TOKEN_MICRO" } = change;
  const asked = { id, owner: "anna", source, sourceAmount, target, quoteId: undefined };
  const digest = digestOf(`${source} ${sourceAmount} ${target} ${change.quoteId ?? ""}`);
  return { kind: "exchange", ...asked, requestDigest: digest, ...change };
}

export function issue(kind: IssueRequest["kind"], owner: string, asset: string, amount: bigint): IssueRequest {
  return {
    kind,
    id: freshId(),
    owner,
    asset,
    amount,
    reference: "test",
    requestDigest: digestOf(`${asset} ${amount}`),
  };
}

export function reversal(change: Partial<ReverseRequest> & Pick<ReverseRequest, "reverses">): ReverseRequest {
  const { id = freshId(), owner = "ben", recipient = "anna", asset = "TOKEN_STANDARD", amount } = change;
  const digest = digestOf(`${id} ${change.reverses} ${amount ?? ""}`);
  return {
    kind: "reverse",
    id,
    owner,
    recipient,
    asset,
    reference: "by mistake",
    requestDigest: digest,
    ...change,
    amount,
  };
}

export function voidTransaction(id: string, owner = "anna"): VoidRequest {
  return { kind: "void", id, owner };
}

export function capture(holdId: string, change: Partial<CaptureRequest> = {}): CaptureRequest {
  const { id = freshId(), owner = "ben", asset = "TOKEN_STANDARD", amount = 10n ** 8n, keepRest = false } = change;
  const bytes = change.order ?? Buffer.from(`${id} ${owner} ${holdId} ${asset} ${amount} ${keepRest}`);
  return { kind: "capture", ...signedChange(id, owner, holdId, bytes), asset, amount, keepRest, ...change };
}

export function release(holdId: string, change: Partial<ReleaseRequest> = {}): ReleaseRequest {
  const { id = freshId(), owner = "ben" } = change;
  const bytes = change.order ?? Buffer.from(`${id} ${owner} ${holdId}`);
  return { kind: "release", ...signedChange(id, owner, holdId, bytes), ...change };
}

export function end(holdId: string, recipient = "ben", id = freshId()): EndRequest {
  return { kind: "end", id, owner: recipient, holdId, reference: "test", requestDigest: digestOf(holdId) };
}

export function expire(holdId: string, recipient = "ben"): EndRequest {
  return expiryOf({ id: holdId, recipient });
}

function signedChange(id: string, owner: string, holdId: string, order: Uint8Array) {
  const requestDigest = orderDigest(order);
  const signature = new Uint8Array(64);
  return { id, owner, holdId, order, requestDigest, keyId: "key", signature, isValid: true, isSigned: true };
}

export function digestOf(text: string): RequestDigest {
  return orderDigest(Buffer.from(text));
}

function order(change: Partial<TransferRequest> | Partial<CreateRequest>) {
  const { id = freshId(), owner = "anna", recipient = "ben", asset = "TOKEN_STANDARD", amount = 10n ** 8n } = change;
  const bytes = change.order ?? Buffer.from(`${id} ${owner} ${recipient} ${asset} ${amount}`);
  return {
    id,
    owner,
    recipient,
    asset,
    amount,
    description: "",
    feeMax: undefined,
    order: bytes,
    requestDigest: orderDigest(bytes),
    keyId: "key",
    signature: new Uint8Array(64),
    isValid: true,
  };
}

function isMoved([, balance]: readonly [string, bigint]): boolean {
  return balance !== 0n;
}
