import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isPage } from "../app/pages.ts";
import { go, place } from "../app/router.ts";
import { useAction } from "../ui/action.ts";
import { CardForm } from "../ui/card-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { expectHeading } from "../ui/page-heading.tsx";
import { account, keepingFailure } from "./account.ts";
import { developerKey } from "./developer-key.ts";
import { type KeptAccount, keptAccounts } from "./kept-accounts.ts";
import { PasskeyChoice } from "./passkey-choice.tsx";
import { RecoveryFile } from "./recovery-file.tsx";
import { RegistrationForm } from "./registration-form.tsx";
import { adopt, forget, type NewAccount, signIn, signInWithKey } from "./sign-in.ts";

/**
 * Shows the accounts: a new one, those stored in this browser, one from a file, or an API key, as far as the browser
 * allows; otherwise the frame of the page says why not.
 */
export function Page() {
  const created = useSignal<NewAccount | undefined>(undefined);
  if (created.value !== undefined) return <RecoveryFile created={created.value} onDone={goOn} />;
  return (
    <>
      <PageHeader
        title="Sign in"
        lead="An account is an identity whose key this browser keeps. The service never learns it."
      />
      <div class="columns">
        {isSecureContext && keepingFailure.value === undefined && (
          <>
            <KeptAccounts />
            <RegistrationForm
              onCreated={(account) => {
                expectHeading();
                created.value = account;
              }}
            />
            <FileForm />
          </>
        )}
        {isSecureContext && <KeyForm />}
      </div>
    </>
  );
}

/** Returns to the page from which the user came to sign in. */
function goOn(): void {
  const to = place.value.searchParams.get("to");
  go(to !== null && isPage(to.split("?")[0] as string) ? to : "/");
}

function KeptAccounts() {
  const kept = useSignal<readonly KeptAccount[] | undefined>(undefined);
  const reload = async () => {
    kept.value = await keptAccounts();
  };
  const opening = useAction(async (one: KeptAccount) => {
    await signIn(one);
    goOn();
  });
  const forgetting = useAction(async (one: KeptAccount) => {
    const question = `Remove ${one.username} from this browser? Without its recovery file the account is lost.`;
    if (!confirm(question)) return;
    await forget(one.identityId);
    await reload();
  });
  useEffect(() => void reload(), []);
  if (kept.value === undefined || kept.value.length === 0) return null;
  const present = account.value.kind === "identity" ? account.value.identityId : undefined;
  return (
    <section class="card" aria-labelledby="kept">
      <h2 id="kept">In this browser</h2>
      <ul class="rows">
        {kept.value.map((one) => (
          <li key={one.identityId}>
            <div>
              <strong>{one.username}</strong>
              <p class="small">
                {one.identityId === present ? "Signed in" : "sealed" in one.secrets ? "Opened by a passkey" : "Ready"}
              </p>
            </div>
            <div class="actions">
              {one.identityId !== present && (
                <button type="button" class="primary" disabled={opening.isBusy.value} onClick={() => opening.run(one)}>
                  Continue
                </button>
              )}
              <button type="button" onClick={() => forgetting.run(one)}>
                Remove<span class="hidden"> {one.username}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {opening.error.value !== undefined && <ErrorNotice error={opening.error.value} />}
      {forgetting.error.value !== undefined && <ErrorNotice error={forgetting.error.value} />}
    </section>
  );
}

function FileForm() {
  const adopting = useAction(async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    await adopt(await (fields.get("file") as File).text(), fields.has("passkey"));
    goOn();
  });
  return (
    <CardForm onSend={(form) => void adopting.run(form)}>
      <h2>From a recovery file</h2>
      <p>Credentials that the console, the command line or an SDK has written.</p>
      <Field label="File" name="file" type="file" accept=".json,application/json" required />
      <PasskeyChoice />
      <button type="submit" disabled={adopting.isBusy.value}>
        Open the file
      </button>
      {adopting.error.value !== undefined && <ErrorNotice error={adopting.error.value} />}
    </CardForm>
  );
}

function KeyForm() {
  const opening = useAction(async (form: HTMLFormElement) => {
    await signInWithKey(String(new FormData(form).get("key")).trim());
    goOn();
  });
  return (
    <CardForm onSend={(form) => void opening.run(form)}>
      <h2>With an API key</h2>
      <p>For administrators, and to call as a program does. It stays in this tab, until you close it or sign out.</p>
      <Field label="API key" name="key" type="password" defaultValue={developerKey.value ?? ""} required />
      <button type="submit" disabled={opening.isBusy.value}>
        Use the key
      </button>
      {opening.error.value !== undefined && <ErrorNotice error={opening.error.value} />}
    </CardForm>
  );
}
