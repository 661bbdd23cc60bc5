import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { callUnary } from "../../../typescript/src/call-unary.ts";
import { decimal } from "../../../typescript/src/index.ts";
import { outcomeOf } from "../../answer.ts";
import { command } from "../../command.ts";
import { ownerOf, ownerOption } from "../../owner.ts";
import { onceCommand, operatorCommand } from "../../remote-command.ts";
import { amountOf, assetOf, assetOption } from "../../values.ts";

const { withdraw, freezeWallet, reverseTransaction, releaseHold, getLedgerPolicy, deposit } = LedgerService.method;

const referenceOption = { value: "TEXT", help: "the reason", mayBeEmpty: true } as const;

export const ledgerDeposit = onceCommand({
  name: "ledger deposit",
  summary: "Deposits money into the wallet of any identity.",
  operands: ["IDENTITY", "AMOUNT"],
  options: { asset: assetOption, reference: referenceOption },
  examples: ['platonic ledger deposit 01920000-0000-7000-8000-000000000001 100 --asset USD --reference "transfer 42"'],
  method: deposit,
  request: ({ operands: [identityId, amount], options: { asset, reference } }, id) => ({
    identityId,
    ...assetOf(asset),
    amount: decimal(amountOf(amount)),
    ...(reference !== undefined && { reference }),
    depositId: id,
  }),
});

export const ledgerWithdraw = onceCommand({
  name: "ledger withdraw",
  summary: "Withdraws money from the wallet of an identity.",
  operands: ["IDENTITY", "AMOUNT"],
  options: { asset: assetOption, reference: referenceOption },
  method: withdraw,
  request: ({ operands: [identityId, amount], options: { asset, reference } }, id) => ({
    identityId,
    ...assetOf(asset),
    amount: decimal(amountOf(amount)),
    ...(reference !== undefined && { reference }),
    withdrawalId: id,
  }),
});

export const ledgerReverse = onceCommand({
  name: "ledger reverse",
  summary: "Gives a completed transaction back to its sender, in whole or in part.",
  operands: ["TRANSACTION"],
  options: {
    amount: { value: "AMOUNT", help: "how much (all that is left)" },
    reference: referenceOption,
  },
  method: reverseTransaction,
  request: ({ operands: [transactionId], options: { amount, reference } }, id) => ({
    transactionId,
    ...(amount !== undefined && { amount: decimal(amountOf(amount)) }),
    ...(reference !== undefined && { reference }),
    reversalId: id,
  }),
});

export const ledgerRelease = onceCommand({
  name: "ledger release",
  summary: "Ends a hold in favour of its sender.",
  operands: ["HOLD"],
  options: { reference: referenceOption },
  method: releaseHold,
  request: ({ operands: [holdId], options: { reference } }, id) => ({
    holdId,
    ...(reference !== undefined && { reference }),
    releaseId: id,
  }),
});

export const ledgerFreeze = operatorCommand({
  name: "ledger freeze",
  summary: "Freezes the wallet of an identity: it can receive, but neither send nor exchange.",
  operands: ["IDENTITY"],
  method: freezeWallet,
  request: ({ operands: [identityId] }) => ({ identityId, isFrozen: true }),
});

export const ledgerUnfreeze = operatorCommand({
  name: "ledger unfreeze",
  summary: "Lets a frozen wallet send and exchange again.",
  operands: ["IDENTITY"],
  method: freezeWallet,
  request: ({ operands: [identityId] }) => ({ identityId, isFrozen: false }),
});

export const ledgerPolicy = command({
  name: "ledger policy",
  summary: "Shows the fees, limits and currencies in force.",
  options: { profile: ownerOption },
  async run(call) {
    const { transport } = ownerOf(call, call.options.profile);
    return outcomeOf(getLedgerPolicy.output, await callUnary(transport, getLedgerPolicy, {}));
  },
});
