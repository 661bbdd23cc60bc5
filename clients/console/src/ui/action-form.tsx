import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useAction } from "./action.ts";
import { CardForm } from "./card-form.tsx";
import { ErrorNotice } from "./error-notice.tsx";

/** Returns the trimmed text of a form's field by its name. */
export type Fields = (name: string) => string;

interface ActionFormProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly button: string;
  /** Runs the action, and returns a sentence that says what was done. */
  readonly act: (fields: Fields) => Promise<string>;
}

/** A form for one action, which shows its result. */
export function ActionForm({ title, children, button, act }: ActionFormProps) {
  const done = useSignal("");
  const action = useAction(async (form: HTMLFormElement) => {
    done.value = "";
    const data = new FormData(form);
    done.value = await act((name) => String(data.get(name) ?? "").trim());
  });
  return (
    <CardForm onSend={(form) => void action.run(form)}>
      <h2>{title}</h2>
      {children}
      <button type="submit" disabled={action.isBusy.value}>
        {button}
      </button>
      {action.error.value !== undefined && <ErrorNotice error={action.error.value} />}
      <div role="status">{done.value !== "" && <p class="notice good">{done.value}</p>}</div>
    </CardForm>
  );
}
