import { type EntryKind, entryKinds } from "./entry.ts";

/** Facts about every entry of a kind. A new kind compiles only once all of them are decided. */
export interface KindFacts {
  /** Type of the order signed by its owner; undefined if none is signed. An administrator's release also has none. */
  readonly order: "transfer" | "capture" | "release" | undefined;
  /** Whether it makes or changes a hold. */
  readonly namesHold: boolean;
  /** Whether it can include an exchange. */
  readonly mayExchange: boolean;
  /** Whether it is listed: it moves something, and the contract has a kind for it. */
  readonly isListed: boolean;
  /** Whether its recipient gets money from another identity, now or through captures, which can be given back. */
  readonly pays: boolean;
  /** Name in texts for people. */
  readonly name: string;
}

export const kindFacts: { readonly [Kind in EntryKind]: KindFacts } = {
  [entryKinds.transfer]: {
    order: "transfer",
    namesHold: false,
    mayExchange: true,
    isListed: true,
    pays: true,
    name: "a transfer",
  },
  [entryKinds.exchange]: {
    order: undefined,
    namesHold: false,
    mayExchange: true,
    isListed: true,
    pays: false,
    name: "an exchange",
  },
  [entryKinds.deposit]: {
    order: undefined,
    namesHold: false,
    mayExchange: false,
    isListed: true,
    pays: false,
    name: "a deposit",
  },
  [entryKinds.withdrawal]: {
    order: undefined,
    namesHold: false,
    mayExchange: false,
    isListed: true,
    pays: false,
    name: "a withdrawal",
  },
  [entryKinds.void]: {
    order: undefined,
    namesHold: false,
    mayExchange: false,
    isListed: false,
    pays: false,
    name: "a void",
  },
  [entryKinds.hold]: {
    order: "transfer",
    namesHold: true,
    mayExchange: true,
    isListed: true,
    pays: true,
    name: "a hold",
  },
  [entryKinds.capture]: {
    order: "capture",
    namesHold: true,
    mayExchange: false,
    isListed: true,
    pays: true,
    name: "a capture",
  },
  [entryKinds.release]: {
    order: "release",
    namesHold: true,
    mayExchange: false,
    isListed: true,
    pays: false,
    name: "a release",
  },
  [entryKinds.reversal]: {
    order: undefined,
    namesHold: false,
    mayExchange: false,
    isListed: true,
    pays: false,
    name: "a reversal",
  },
};

/** Returns the kinds for which a condition holds. */
export function kindsWhere(isMeant: (facts: KindFacts) => boolean): readonly EntryKind[] {
  return Object.values(entryKinds).filter((kind) => isMeant(kindFacts[kind]));
}

/** Whether an entry records the result of a TransferOrder: a transfer, or a hold. */
export function isOfTransferOrder({ kind }: { readonly kind: EntryKind }): boolean {
  return kindFacts[kind].order === "transfer";
}

/** Whether an entry is a capture or release of a hold. */
export function isHoldChange({ kind }: { readonly kind: EntryKind }): boolean {
  return kindFacts[kind].namesHold && !isOfTransferOrder({ kind });
}
