import { account } from "../account/account.ts";
import { place } from "../app/router.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { KeyDetails } from "./key-details.tsx";
import { KeyList } from "./key-list.tsx";

/** Shows API keys, their use, and why calls were refused. */
export function Page() {
  const id = place.value.searchParams.get("key");
  if (account.value.kind === "anonymous") return <SignInFirst />;
  return id === null ? <KeyList /> : <KeyDetails key={id} id={id} />;
}

function SignInFirst() {
  return (
    <>
      <PageHeader
        title="API keys"
        lead="A key calls the geocode operations from your programs, within the limits of its plan."
      />
      <EmptyState title="Keys belong to an account">
        <p>Create one in a minute: a name is enough, and its key stays in your browser.</p>
        <div class="actions">
          <a class="button primary" href={`/sign-in?to=${encodeURIComponent("/dashboard")}`}>
            Sign in or create an account
          </a>
        </div>
      </EmptyState>
    </>
  );
}
