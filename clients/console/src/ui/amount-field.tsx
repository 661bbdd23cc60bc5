import { amountProblem } from "../../../typescript/src/amount.ts";
import { Field } from "./field.tsx";

interface AmountFieldProps {
  readonly label: string;
  readonly name: string;
  readonly defaultValue?: string;
  readonly hint?: string;
}

/** A field for an amount, whose format is checked before it is sent. */
export function AmountField(props: AmountFieldProps) {
  return <Field {...props} required inputMode="decimal" maxLength={80} check={(text) => amountProblem(text)} />;
}
