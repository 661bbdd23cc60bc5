import { useSignal } from "@preact/signals";
import { VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import { type Document, type ReviewCase, ReviewDecision, ReviewState } from "#contract/identity/v1/review_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { client } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";
import { ForeignText } from "../ui/foreign-text.tsx";
import { inSight } from "../ui/in-sight.ts";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

const reviews = () => client.value.of(ReviewService);

/** Shows documents that identities have submitted for a level, and decides about them. */
export function Page() {
  return (
    <Frame
      title="Reviews"
      lead="Documents prove what a level of verification requires. Some levels need two administrators."
    >
      <Cases />
    </Frame>
  );
}

function Cases() {
  const query = useQuery(async () => (await reviews().listCases({})).cases, 10_000);
  const decided = useSignal("");
  async function onDecided(what: string): Promise<void> {
    decided.value = what;
    await query.reload();
  }
  return (
    <>
      <div role="status">{decided.value !== "" && <p class="notice good">{decided.value}</p>}</div>
      <Loaded query={query}>
        {(cases) =>
          cases.length === 0 ? (
            <EmptyState title="Nothing to review">
              <p>Cases appear here when somebody submits documents.</p>
            </EmptyState>
          ) : (
            <ul class="columns">
              {cases.map((one) => (
                <li key={one.id}>
                  <Case one={one} onDecided={onDecided} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Case({ one, onDecided }: { readonly one: ReviewCase; readonly onDecided: (what: string) => Promise<void> }) {
  const reason = useSignal("");
  const deciding = useAction(async (decision: ReviewDecision) => {
    const given = reason.value.trim();
    await reviews().decideCase({ id: one.id, decision, ...(given !== "" && { reason: given }) });
    await onDecided(
      `The case of ${one.identityId} is ${decision === ReviewDecision.APPROVE ? "approved" : "rejected"}.`,
    );
  });
  const isOpen = one.state === ReviewState.SUBMITTED;
  return (
    <section class="card" aria-label={`Case of ${one.identityId}`}>
      <h2>{VerificationLevel[one.level]?.toLowerCase()}</h2>
      <p class="small">
        <code>{one.identityId}</code>, <Time at={one.submittedAt} />
      </p>
      <p>
        <span class={`badge ${isOpen ? "warn" : ""}`}>{ReviewState[one.state]?.toLowerCase()}</span>
        {one.approvals > 0 && ` ${one.approvals} approvals`}
        {one.reason !== "" && (
          <>
            {" "}
            <ForeignText text={one.reason} />
          </>
        )}
      </p>
      <ul class="rows">
        {one.documents.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
      {isOpen && (
        <>
          <Field
            label="Reason"
            name="reason"
            maxLength={500}
            hint="Needed to reject; the identity reads it"
            onText={(text) => {
              reason.value = text;
            }}
          />
          <div class="actions">
            <button
              type="button"
              class="primary"
              disabled={deciding.isBusy.value}
              onClick={() => deciding.run(ReviewDecision.APPROVE)}
            >
              Approve
            </button>
            <button
              type="button"
              class="danger"
              disabled={deciding.isBusy.value || reason.value.trim() === ""}
              onClick={() => deciding.run(ReviewDecision.REJECT)}
            >
              Reject
            </button>
          </div>
        </>
      )}
      {deciding.error.value !== undefined && <ErrorNotice error={deciding.error.value} />}
    </section>
  );
}

/** A document to download: files from strangers are never opened in this page. */
function DocumentRow({ document: { id, name, mediaType, size } }: { readonly document: Document }) {
  const opening = useAction(async () => {
    const { content } = await reviews().getDocument({ id });
    const address = URL.createObjectURL(new Blob([new Uint8Array(content)], { type: "application/octet-stream" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: inSight(name) });
    link.click();
    URL.revokeObjectURL(address);
  });
  return (
    <li>
      <span>
        <ForeignText text={name} /> <span class="small">{`${mediaType}, ${(size / 1_000).toFixed(0)} kB`}</span>
      </span>
      <button type="button" disabled={opening.isBusy.value} onClick={() => opening.run()}>
        Save<span class="hidden"> {inSight(name)}</span>
      </button>
      {opening.error.value !== undefined && <ErrorNotice error={opening.error.value} />}
    </li>
  );
}
