import { useMemo } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import type { NewAccount } from "./sign-in.ts";

/** Offers the credentials of a new account as a file, which opens it on other machines. */
export function RecoveryFile({ created, onDone }: { readonly created: NewAccount; readonly onDone: () => void }) {
  const { kept, credentials } = created;
  const address = useMemo(
    () => URL.createObjectURL(new Blob([credentials], { type: "application/json" })),
    [credentials],
  );
  return (
    <>
      <PageHeader title={`Welcome, ${kept.username}`} />
      <section class="card narrow">
        <h2>Keep a recovery file</h2>
        <p>
          It opens this account in another browser, on the command line and in every SDK. Nobody can make it again, and
          whoever has it can pay: keep it where you keep passwords.
        </p>
        <div class="actions">
          <a class="button primary" href={address} download={`platonic-${kept.username}.json`}>
            <Icon name="download" /> Save the file
          </a>
          <button type="button" onClick={onDone}>
            Go on
          </button>
        </div>
      </section>
    </>
  );
}
