import { useId } from "preact/hooks";
import type { Field } from "./operation.ts";

interface FormFieldProps {
  readonly field: Field;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
}

/** An input for a member of a request, with its description and its problem. */
export function FormField({ field, text, problem, onText }: FormFieldProps) {
  const id = useId();
  const described = `${id}-hint`;
  const common = {
    id,
    "aria-describedby": described,
    "aria-invalid": problem !== undefined,
    onInput: (event: Event) => onText((event.currentTarget as HTMLInputElement).value),
  } as const;
  return (
    <div class="field">
      <label for={id}>
        <code>{field.path}</code>
        {!field.isRequired && <span class="small"> optional</span>}
      </label>
      <Control field={field} text={text} common={common} />
      <p class="hint" id={described}>
        {problem !== undefined && <strong class="danger">{problem} </strong>}
        {field.description} {boundsOf(field)}
      </p>
    </div>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly text: string;
  readonly common: object;
}

function Control({ field, text, common }: ControlProps) {
  switch (field.kind) {
    case "word":
      return (
        <select {...common} value={text}>
          <option value="">{field.default === undefined ? "choose" : `default: ${String(field.default)}`}</option>
          {field.words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      );
    case "boolean":
      return (
        <select {...common} value={text}>
          <option value="">default: {String(field.default ?? false)}</option>
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      );
    case "numbers":
    case "json":
      return <textarea {...common} value={text} rows={field.kind === "json" ? 8 : 3} spellcheck={false} />;
    default:
      return (
        <input
          {...common}
          value={text}
          inputMode="decimal"
          placeholder={field.default === undefined ? "" : String(field.default)}
        />
      );
  }
}

function boundsOf(field: Field): string {
  if (field.kind !== "integer" && field.kind !== "number") return "";
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  // Bounds of the type are not informative.
  return Math.abs(minimum) < 1e9 && Math.abs(maximum) < 1e9 ? `From ${minimum} to ${maximum}.` : "";
}
