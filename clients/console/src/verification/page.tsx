import { useSignal } from "@preact/signals";
import { account } from "../account/account.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useQuery } from "../ui/query.ts";
import { SignInFirst, WalletTabs } from "../wallet/wallet-tabs.tsx";
import { readPolicy } from "./facts.ts";
import { Ladder } from "./ladder.tsx";
import { NextLevel } from "./next-level.tsx";
import { ProvenList } from "./proven-list.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Summary } from "./summary.tsx";
import { useVerification } from "./use-verification.ts";
import "./verification.css";

/** Shows the level of an account, what is proven, and the steps to the next level. */
export function Page() {
  const who = account.value;
  if (who.kind !== "identity") return <SignInFirst />;
  return (
    <>
      <PageHeader title="Verification" lead="Each level proves more about who you are, and lets you send more." />
      <WalletTabs />
      <VerificationParts key={who.identityId} identityId={who.identityId} />
    </>
  );
}

function VerificationParts({ identityId }: { readonly identityId: string }) {
  const { query, news, codes, status, onDone } = useVerification(identityId);
  const policy = useQuery(readPolicy);
  const asset = useSignal("standard");
  return (
    <>
      <div role="status" ref={status} tabIndex={-1}>
        {news.value !== "" && <p class="notice good">{news.value}</p>}
      </div>
      {policy.error.value !== undefined && <ErrorNotice error={policy.error.value} />}
      <Loaded query={query}>
        {(facts) => (
          <div class="stack">
            {codes.value.length > 0 && (
              <RecoveryCodes
                username={facts.identity.username}
                codes={codes.value}
                onKept={() => {
                  codes.value = [];
                }}
              />
            )}
            <Summary
              verification={facts.verification}
              policy={policy.value.value}
              asset={asset.value}
              onAsset={(name) => {
                asset.value = name;
              }}
            />
            <div class="verification">
              <div class="stack">
                <NextLevel facts={facts} onDone={onDone} />
                <section class="card" aria-labelledby="proven">
                  <h2 id="proven">What is proven</h2>
                  <ProvenList facts={facts} onDone={onDone} />
                </section>
              </div>
              <section class="card" aria-labelledby="levels">
                <h2 id="levels">The five levels</h2>
                <Ladder verification={facts.verification} policy={policy.value.value} asset={asset.value} />
              </section>
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
