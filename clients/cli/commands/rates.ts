import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { callUnary } from "../../typescript/src/call-unary.ts";
import { decimal } from "../../typescript/src/index.ts";
import { outcomeOf } from "../answer.ts";
import { command } from "../command.ts";
import { ownerOf, ownerOption } from "../owner.ts";
import { operatorCommand } from "../remote-command.ts";
import { pairOf } from "../values.ts";

const { listRates } = ExchangeService.method;

export const ratesList = command({
  name: "rates list",
  summary: "Lists the rates at which the service exchanges.",
  options: { profile: ownerOption },
  async run(call) {
    const { transport } = ownerOf(call, call.options.profile);
    return outcomeOf(listRates.output, await callUnary(transport, listRates, {}));
  },
});

export const ratesSet = operatorCommand({
  name: "rates set",
  summary: "Sets what a seller of one unit of an asset gets, and what a buyer pays.",
  operands: ["SOURCE", "TARGET", "BID", "ASK"],
  examples: ["platonic rates set TOKEN_STANDARD USD 1.98 2.02"],
  method: LedgerService.method.setRate,
  request: ({ operands: [source, target, bid, ask] }) => ({
    ...pairOf(source, target),
    bid: decimal(bid),
    ask: decimal(ask),
  }),
});
