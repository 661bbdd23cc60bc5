import { useAction } from "../ui/action.ts";
import { CardForm } from "../ui/card-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";
import { PasskeyChoice } from "./passkey-choice.tsx";
import { type NewAccount, register } from "./sign-in.ts";

/** A form that creates an account. */
export function RegistrationForm({ onCreated }: { readonly onCreated: (created: NewAccount) => void }) {
  const creating = useAction(async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    onCreated(await register(String(fields.get("username")).trim(), fields.has("passkey")));
  });
  return (
    <CardForm onSend={(form) => void creating.run(form)}>
      <h2>New account</h2>
      <p>It has a wallet, and API keys of its own.</p>
      <Field
        label="Name"
        name="username"
        required
        minLength={3}
        maxLength={32}
        hint="3 to 32 characters. Nobody else can have it"
      />
      <PasskeyChoice />
      <button type="submit" class="primary" disabled={creating.isBusy.value}>
        {creating.isBusy.value ? "Creating …" : "Create account"}
      </button>
      {creating.error.value !== undefined && <ErrorNotice error={creating.error.value} />}
    </CardForm>
  );
}
