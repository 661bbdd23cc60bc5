import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AmountSchema } from "../../../gen/es/platonic/wallet/v1/money_pb.js";

/** Returns an amount for requests of the generated clients, from a decimal such as "12.5". */
export function decimal(text: string): MessageInitShape<typeof AmountSchema> {
  return { form: { case: "decimal", value: text } };
}
