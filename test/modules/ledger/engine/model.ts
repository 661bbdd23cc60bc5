import type { Request } from "../../../../server/modules/ledger/domain/requests.ts";

/** An asset in the model. */
export interface ModelAsset {
  readonly scale: number;
  readonly basisPoints: bigint;
  readonly minimum: bigint;
  readonly networkFee: bigint;
  /** Limits by verification level. */
  readonly perTransaction: readonly bigint[];
  readonly perDay: readonly bigint[];
}

interface Given {
  from: string;
  to: string;
  asset: string;
  amount: bigint;
  /** The hold of which this is a capture. */
  of?: string;
}

interface Reversing {
  readonly owner: string;
  readonly recipient: string;
  readonly asset: string;
  readonly reverses: string;
}

/**
 * A minimal reference implementation of the ledger: balances after requests, and their answers. Written from the
 * specification, not from the code.
 */
export class Model {
  readonly assets: ReadonlyMap<string, ModelAsset>;
  readonly exchangeBasisPoints: bigint;
  /** Wallets by owner. */
  readonly wallets = new Map<string, { isFrozen: boolean; autoExchange: boolean; level: number }>();
  readonly rates = new Map<string, bigint>();
  readonly balances = new Map<string, bigint>();
  readonly #done = new Map<string, { owner: string; kind: string; digest: string; answer: string }>();
  readonly #pending = new Map<string, { request: Request & { kind: "create" }; fee: bigint }>();
  readonly #sent = new Map<string, bigint>();
  readonly holds = new Map<string, ModelHold>();
  /** Completed transfers that can be given back, and what is left of them. */
  readonly #left = new Map<string, Given>();
  /** The linked set of each transfer that is of one, and its place there. */
  readonly #sets = new Map<string, string>();

  constructor(assets: ReadonlyMap<string, ModelAsset>, exchangeBasisPoints: bigint) {
    this.assets = assets;
    this.exchangeBasisPoints = exchangeBasisPoints;
  }

  /** Returns the number of an outcome, or the word for any other answer. */
  submit(request: Request, nowMs: number): string {
    if (request.kind === "linked") return this.#linked(request, nowMs);
    const before = this.#earlier(request);
    if (before !== undefined) return before;
    if (request.kind === "create") return this.#create(request, nowMs);
    if (request.kind === "deposit" || request.kind === "withdraw") return this.#issue(request);
    if (request.kind === "capture" || request.kind === "release") return this.#change(request, nowMs);
    if (request.kind === "end" || request.kind === "expire") return this.#end(request, nowMs);
    if (request.kind === "reverse") return this.#reverse(request);
    const pending = this.#pending.get(request.id);
    if (request.kind === "void") return this.#finish(request, "transaction", pending?.request, "6");
    if (request.kind === "exchange") return this.#finish(request, "exchange", request, this.#exchange(request));
    const order = request.kind === "transfer" ? request : pending?.request;
    if (order === undefined) return "unknown";
    const isSigned = "isSigned" in request && request.isSigned;
    // An execution names the time of the hold that the pending order makes.
    const captureBeforeMs = "captureBeforeMs" in request ? request.captureBeforeMs : undefined;
    const answer = this.#transfer({ ...order, captureBeforeMs }, isSigned, pending?.fee, nowMs);
    if (request.kind === "transfer" && !isSigned) return `unsigned ${answer}`;
    return this.#finish(request, "transaction", order, answer);
  }

  #earlier(request: Request): string | undefined {
    const done = this.#done.get(request.id);
    const pending = this.#pending.get(request.id);
    const isTransaction = ["create", "transfer", "execute", "void"].includes(request.kind);
    const digest = "requestDigest" in request ? hex(request.requestDigest) : undefined;
    const other = request.kind === "execute" ? "unknown" : "conflict";
    if (done !== undefined) {
      const kind = isTransaction ? "transaction" : nameOf(request.kind);
      const isVoid = done.kind === "transaction" && done.digest === "" && isSignedChange(request.kind);
      // Captures and releases, too, are resolved by a void.
      const isResolved = request.kind === "void" && (done.kind === "capture" || done.kind === "release");
      if (done.owner !== request.owner || (done.kind !== kind && !isVoid && !isResolved)) return other;
      return digest === undefined || done.digest === "" || done.digest === digest ? done.answer : other;
    }
    if (pending === undefined) return undefined;
    if (isSignedChange(request.kind)) return other;
    if (pending.request.owner !== request.owner || !isTransaction) return other;
    if (digest !== undefined && digest !== hex(pending.request.requestDigest)) return other;
    return request.kind === "create" ? "pending" : undefined;
  }

  #finish(request: Request, kind: string, asked: Request | undefined, answer: string): string {
    const digest = asked !== undefined && "requestDigest" in asked ? hex(asked.requestDigest) : "";
    this.#done.set(request.id, { owner: request.owner, kind, digest, answer });
    this.#pending.delete(request.id);
    return answer;
  }

  #create(request: Request & { kind: "create" }, nowMs: number): string {
    const { owner, recipient, asset, amount, feeMax, isValid, isSigned, expiresAtMs, captureBeforeMs } = request;
    const wallet = this.wallets.get(owner);
    if (wallet === undefined || wallet.isFrozen || !isValid || owner === recipient) return "wallet invalid";
    if (!this.assets.has(asset) || amount <= 0n || amount > 10n ** 18n) return "wallet invalid";
    const fee = request.reverses === undefined ? this.#fee(asset, amount) : 0n;
    if (feeMax !== undefined && fee > feeMax) return "wallet invalid";
    if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return "wallet invalid";
    if (!isInTime(captureBeforeMs, nowMs)) return "wallet invalid";
    if (!isSigned) return "signature invalid";
    const { reverses } = request;
    const flaw = reverses === undefined ? undefined : this.#unreversible({ ...request, reverses }, amount);
    if (flaw !== undefined) return flaw === "10" ? "reversal invalid" : "reversal exceeded";
    const missing = amount + fee - this.#balance(owner, asset);
    const isCovered = wallet.autoExchange && this.#autoExchange(owner, asset, missing) !== undefined;
    if (this.#balance(owner, asset) < amount && !isCovered) return "funds insufficient";
    this.#pending.set(request.id, { request, fee });
    return "pending";
  }

  /** Processes the orders on a copy of everything, which is put back if one of them fails. */
  #linked(request: Request & { kind: "linked" }, nowMs: number): string {
    const { orders } = request;
    const ids = orders.map(({ id }) => id);
    if (new Set(ids).size < ids.length || ids.some((id) => this.#pending.has(id))) return "conflict";
    const name = orders.map(({ owner, requestDigest: digest }) => `${owner} ${hex(digest)}`).join(" ");
    if (ids.some((id) => this.#done.has(id))) {
      const isSame = ids.every((id, index) => this.#sets.get(id) === `${index} ${name}`);
      return isSame ? ids.map((id) => this.#done.get(id)?.answer).join(" ") : "conflict";
    }
    const [balances, sent, left] = [this.balances, this.#sent, this.#left].map((map) => structuredClone([...map]));
    const asked = orders.map((order) => ({ ...order, kind: "transfer" as const }));
    const done = asked.map((order) => ({ order, answer: "0" }));
    for (const one of done) {
      one.answer = this.#transfer(one.order, one.order.isSigned, undefined, nowMs);
      if (one.answer !== "0") break;
    }
    const failed = done.find(({ answer }) => answer !== "0");
    if (failed !== undefined) {
      putBack(this.balances, balances as [string, bigint][]);
      putBack(this.#sent, sent as [string, bigint][]);
      putBack(this.#left, left as [string, Given][]);
      if (orders.some(({ isSigned }) => !isSigned)) return `unlinked ${failed.answer}`;
      for (const one of done) if (one !== failed) one.answer = "9";
    }
    for (const [index, { order, answer }] of done.entries()) {
      this.#finish(order, "transaction", order, answer);
      this.#sets.set(order.id, `${index} ${name}`);
    }
    return done.map(({ answer }) => answer).join(" ");
  }

  /** Returns why a transfer cannot be given back, as the number of an outcome. */
  #unreversible({ owner, recipient, asset, reverses }: Reversing, amount: bigint): "10" | "15" | undefined {
    const left = this.#left.get(reverses);
    if (left?.from !== recipient || left.to !== owner || left.asset !== asset) return "10";
    return this.#leftOf(reverses) < amount ? "15" : undefined;
  }

  /** Returns the rest of a transfer, capture or hold: of a capture at most that of its hold. */
  #leftOf(id: string): bigint {
    const { amount = 0n, of } = this.#left.get(id) ?? {};
    const ofHold = of === undefined ? amount : this.#leftOf(of);
    if (ofHold < amount) return ofHold;
    return amount;
  }

  #reverseBy({ owner, recipient, asset, reverses }: Reversing, amount: bigint): void {
    const left = this.#left.get(reverses);
    const ofHold = this.#left.get(left?.of ?? "");
    for (const given of [left, ofHold]) if (given !== undefined) given.amount -= amount;
    this.#move(asset, [owner, recipient], amount);
  }

  #reverse(request: Request & { kind: "reverse" }): string {
    const left = this.#leftOf(request.reverses);
    const amount = request.amount ?? (left === 0n ? 1n : left);
    const flaw = this.#unreversible(request, amount);
    if (flaw !== undefined) return flaw === "10" ? "reversal invalid" : "reversal exceeded";
    if (amount <= 0n) return "too much";
    if (this.#balance(request.owner, request.asset) < amount) return "funds insufficient";
    this.#reverseBy(request, amount);
    return this.#finish(request, "reverse", request, "0");
  }

  #issue(request: Request & { kind: "deposit" | "withdraw" }): string {
    const { kind, owner, asset, amount } = request;
    const wallet = this.wallets.get(owner);
    if (wallet === undefined || (kind === "withdraw" && wallet.isFrozen)) return "wallet invalid";
    if (kind === "withdraw" && this.#balance(owner, asset) < amount) return "funds insufficient";
    if (amount > 10n ** 18n) return "too much";
    this.#move(asset, kind === "deposit" ? ["@issuance", owner] : [owner, "@issuance"], amount);
    return this.#finish(request, kind, request, "0");
  }

  #transfer(
    order: Request & { kind: "create" | "transfer" },
    isSigned: boolean,
    feeBefore: bigint | undefined,
    nowMs: number,
  ): string {
    const { id, owner, recipient, asset, amount, feeMax, isValid, expiresAtMs, captureBeforeMs, reverses } = order;
    const wallet = this.wallets.get(owner);
    const terms = this.assets.get(asset);
    if (!isValid || terms === undefined || amount <= 0n || amount > 10n ** 18n || owner === recipient) return "1";
    const fee = feeBefore ?? (reverses === undefined ? this.#fee(asset, amount) : 0n);
    if (feeBefore === undefined && feeMax !== undefined && fee > feeMax) return "1";
    if (wallet === undefined || wallet.isFrozen) return "1";
    if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return "1";
    if (!isInTime(captureBeforeMs, nowMs)) return "1";
    if (!isSigned) return "2";
    const back = reverses === undefined ? undefined : { owner, recipient, asset, reverses };
    const flaw = back && this.#unreversible(back, amount);
    if (flaw !== undefined) return flaw;
    const missing = amount + fee - this.#balance(owner, asset);
    const taken = missing > 0n && wallet.autoExchange ? this.#autoExchange(owner, asset, missing) : undefined;
    if (missing > 0n && taken === undefined) return "3";
    if (!this.wallets.has(recipient)) return "4";
    const day = `${owner} ${asset} ${new Date(nowMs).toISOString().slice(0, 10)}`;
    if (back !== undefined) {
      if (taken !== undefined) this.#swap(owner, taken.source, taken.amount, asset);
      this.#reverseBy(back, amount);
      return "0";
    }
    const sent = (this.#sent.get(day) ?? 0n) + amount;
    if (amount > (terms.perTransaction[wallet.level] ?? 0n) || sent > (terms.perDay[wallet.level] ?? 0n)) return "5";
    this.#sent.set(day, sent);
    if (taken !== undefined) this.#swap(owner, taken.source, taken.amount, asset);
    if (captureBeforeMs === undefined) {
      this.#move(asset, [owner, recipient], amount);
      this.#move(asset, [owner, "@fees"], fee);
      this.#left.set(order.id, { from: owner, to: recipient, asset, amount });
      return "0";
    }
    this.#move(asset, [owner, "@holds"], amount + fee);
    this.holds.set(id, { owner, recipient, asset, amount, fee, got: 0n, day, endsAtMs: captureBeforeMs, isOpen: true });
    return "0";
  }

  /** Captures a hold, or gives it back as its recipient has signed. */
  #change(request: Request & { kind: "capture" | "release" }, nowMs: number): string {
    const answer = this.#changed(request, nowMs);
    return request.isSigned ? this.#finish(request, request.kind, request, answer) : `unsigned ${answer}`;
  }

  #changed(request: Request & { kind: "capture" | "release" }, nowMs: number): string {
    const { owner, holdId, isValid, isSigned, expiresAtMs, kind } = request;
    const wallet = this.wallets.get(owner);
    if (!isValid || wallet === undefined || (expiresAtMs !== undefined && expiresAtMs <= nowMs)) return "1";
    if (kind === "capture" && (wallet.isFrozen || !this.assets.has(request.asset) || request.amount <= 0n)) return "1";
    if (kind === "capture" && request.amount > 10n ** 18n) return "1";
    if (!isSigned) return "2";
    const hold = this.holds.get(holdId);
    if (hold?.recipient !== owner || (kind === "capture" && hold.asset !== request.asset)) return "7";
    if (!hold.isOpen || hold.endsAtMs <= nowMs) return "8";
    if (kind === "release") {
      this.#giveBack(hold);
      return "0";
    }
    if (hold.got + request.amount > hold.amount) return "3";
    const fee = feeUntil(hold, hold.got + request.amount) - feeUntil(hold, hold.got);
    this.#move(hold.asset, ["@holds", owner], request.amount);
    this.#move(hold.asset, ["@holds", "@fees"], fee);
    hold.got += request.amount;
    const given = { from: hold.owner, to: owner, asset: hold.asset };
    const before = this.#left.get(holdId)?.amount ?? 0n;
    this.#left.set(holdId, { ...given, amount: before + request.amount });
    this.#left.set(request.id, { ...given, amount: request.amount, of: holdId });
    if (hold.got === hold.amount) hold.isOpen = false;
    else if (!request.keepRest) this.#giveBack(hold);
    return "0";
  }

  #end(request: Request & { kind: "end" | "expire" }, nowMs: number): string {
    const hold = this.holds.get(request.holdId);
    if (!hold?.isOpen || hold.recipient !== request.owner) return "hold ended";
    if (request.kind === "expire" && nowMs < hold.endsAtMs) return "unknown";
    this.#giveBack(hold);
    return this.#finish(request, "release", request, "0");
  }

  #giveBack(hold: ModelHold): void {
    const rest = hold.amount - hold.got;
    this.#move(hold.asset, ["@holds", hold.owner], rest + hold.fee - feeUntil(hold, hold.got));
    this.#sent.set(hold.day, (this.#sent.get(hold.day) ?? 0n) - rest);
    hold.isOpen = false;
  }

  #exchange({ owner, source, sourceAmount, target }: Request & { kind: "exchange" }): string {
    const wallet = this.wallets.get(owner);
    if (wallet === undefined || wallet.isFrozen) return "11";
    if (!this.assets.has(source) || this.#balance(owner, source) < sourceAmount) return "12";
    if (source === target || !this.assets.has(target)) return "13";
    if (!this.rates.has(`${source} ${target}`)) return "13";
    if (sourceAmount <= 0n || sourceAmount > 10n ** 18n) return "14";
    return this.#swap(owner, source, sourceAmount, target) ? "0" : "14";
  }

  /** Finds the least amount of the other token that yields enough, by bisection. */
  #autoExchange(owner: string, asset: string, missing: bigint): { source: string; amount: bigint } | undefined {
    const others: Record<string, string> = { TOKEN_STANDARD: "TOKEN_MICRO", TOKEN_MICRO: "TOKEN_STANDARD" };
    const source = others[asset];
    if (source === undefined || !this.rates.has(`${source} ${asset}`)) return undefined;
    let [low, high] = [0n, this.#balance(owner, source)];
    if (this.#gain(source, high, asset) < missing) return undefined;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (this.#gain(source, middle, asset) < missing) low = middle;
      else high = middle;
    }
    return { source, amount: high };
  }

  #swap(owner: string, source: string, amount: bigint, target: string): boolean {
    const gain = this.#gain(source, amount, target);
    if (gain <= 0n || gain > 10n ** 18n) return false;
    const fee = this.#exchangeFee(source, amount);
    const networkFee = this.assets.get(target)?.networkFee ?? 0n;
    this.#move(source, [owner, "@fees"], fee);
    this.#move(source, [owner, "@liquidity"], amount - fee);
    this.#move(target, ["@liquidity", owner], gain);
    this.#move(target, ["@liquidity", "@network-fees"], networkFee);
    return true;
  }

  #gain(source: string, amount: bigint, target: string): bigint {
    const [from, to] = [this.assets.get(source), this.assets.get(target)];
    const rate = this.rates.get(`${source} ${target}`);
    if (from === undefined || to === undefined || rate === undefined) return 0n;
    const left = amount - this.#exchangeFee(source, amount);
    if (left <= 0n) return 0n;
    const minor = (left * rate * 10n ** BigInt(to.scale)) / 10n ** BigInt(from.scale + 12);
    return minor - to.networkFee;
  }

  #fee(asset: string, amount: bigint): bigint {
    const { basisPoints, minimum } = this.assets.get(asset) ?? { basisPoints: 0n, minimum: 0n };
    return atLeast(minimum, share(amount, basisPoints));
  }

  #exchangeFee(asset: string, amount: bigint): bigint {
    return atLeast(this.assets.get(asset)?.minimum ?? 0n, share(amount, this.exchangeBasisPoints));
  }

  #balance(owner: string, asset: string): bigint {
    return this.balances.get(`${owner} ${asset}`) ?? 0n;
  }

  #move(asset: string, [from, to]: [string, string], amount: bigint): void {
    this.balances.set(`${from} ${asset}`, this.#balance(from, asset) - amount);
    this.balances.set(`${to} ${asset}`, this.#balance(to, asset) + amount);
  }
}

/** A hold in the model. */
interface ModelHold {
  readonly owner: string;
  readonly recipient: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Amount that the recipient has got. */
  got: bigint;
  /** Name of the day on which it counts. */
  readonly day: string;
  readonly endsAtMs: number;
  isOpen: boolean;
}

/** Fee that the captures of so much cost in all: its part of the fee, rounded up. */
function feeUntil({ amount, fee }: ModelHold, got: bigint): bigint {
  const product = fee * got;
  return product % amount === 0n ? product / amount : product / amount + 1n;
}

function isInTime(captureBeforeMs: number | undefined, nowMs: number): boolean {
  return captureBeforeMs === undefined || (nowMs < captureBeforeMs && captureBeforeMs <= nowMs + 31 * 86_400_000);
}

function nameOf(kind: string): string {
  return kind === "end" || kind === "expire" ? "release" : kind;
}

function isSignedChange(kind: string): boolean {
  return ["capture", "release", "end", "expire"].includes(kind);
}

function putBack<Value>(map: Map<string, Value>, before: readonly [string, Value][]): void {
  map.clear();
  for (const [name, value] of before) map.set(name, value);
}

function share(amount: bigint, basisPoints: bigint): bigint {
  const product = amount * basisPoints;
  return product % 10_000n === 0n ? product / 10_000n : product / 10_000n + 1n;
}

function atLeast(least: bigint, amount: bigint): bigint {
  return amount < least ? least : amount;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
