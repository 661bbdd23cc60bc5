import { VerificationLevel } from "#contract/identity/v1/identity_pb.js";
import { type ReviewCase, ReviewState } from "#contract/identity/v1/review_pb.js";
import { useAction } from "../../ui/action.ts";
import { Field } from "../../ui/field.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time } from "../../ui/time.tsx";
import { ActionError } from "../action-error.tsx";
import { reviews } from "../facts.ts";
import type { StepProps } from "./step.ts";
import { StepForm } from "./step-form.tsx";
import { uploadDefect } from "./uploads.ts";

/** Submits documents of the person. */
export function PersonalDocumentsStep(props: StepProps) {
  return <DocumentsStep {...props} level={VerificationLevel.ENHANCED} what="A passport or an identity card" />;
}

/** Submits documents of the organisation. */
export function OrganisationDocumentsStep(props: StepProps) {
  const what = "An extract of the register of companies, or the articles of the organisation";
  return <DocumentsStep {...props} level={VerificationLevel.BUSINESS} what={what} />;
}

interface DocumentsStepProps extends StepProps {
  readonly level: VerificationLevel.ENHANCED | VerificationLevel.BUSINESS;
  readonly what: string;
}

/** Submits documents for a level, and shows their state. */
function DocumentsStep({ facts, level, what, onDone }: DocumentsStepProps) {
  const identityId = facts.identity.id;
  const last = facts.cases.findLast((one) => one.level === level);
  const open = last?.state === ReviewState.SUBMITTED ? last : undefined;
  const sending = useAction(async (form: HTMLFormElement) => {
    const files = new FormData(form)
      .getAll("files")
      .filter((file) => file instanceof File && file.name !== "") as File[];
    const defect = uploadDefect(files, open?.documents.length ?? 0);
    if (defect !== undefined) throw new Error(defect);
    const documents = await Promise.all(
      files.map(async (file) => ({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) })),
    );
    await reviews().submitDocuments({ identityId, level, documents });
    form.reset();
    await onDone(files.length === 1 ? "The document is submitted." : `${files.length} documents are submitted.`);
  });
  const mayAdd = open === undefined || open.approvals === 0;
  return (
    <div class="stack">
      {last !== undefined && <CaseState one={last} needed={level === VerificationLevel.BUSINESS ? 2 : 1} />}
      {mayAdd && (
        <StepForm onSend={(form) => void sending.run(form)}>
          <Field
            label={open === undefined ? what : "More documents"}
            name="files"
            type="file"
            accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
            multiple
            required
            hint="PDF, JPEG or PNG, 4 MB together. They are kept encrypted, for reviewers alone"
          />
          <button type="submit" class={open === undefined ? "primary" : ""} disabled={sending.isBusy.value}>
            {sending.isBusy.value ? "Sending …" : open === undefined ? "Submit for review" : "Add to the case"}
          </button>
        </StepForm>
      )}
      <ActionError action={sending} />
    </div>
  );
}

function CaseState({ one, needed }: { readonly one: ReviewCase; readonly needed: number }) {
  if (one.state === ReviewState.REJECTED) {
    return (
      <div class="notice bad">
        <div>
          <p>
            A reviewer has refused the documents of <Time at={one.submittedAt} />: <ForeignText text={one.reason} />
          </p>
          <p>Submit documents that correct this.</p>
        </div>
      </div>
    );
  }
  if (one.state !== ReviewState.SUBMITTED) return null;
  return (
    <div class="notice">
      <div class="stack">
        <p>
          <span class="badge warn">waiting for review</span> since <Time at={one.submittedAt} />
          {needed > 1 && `, approved by ${one.approvals} of ${needed} reviewers`}
        </p>
        <ul class="plain">
          {one.documents.map(({ id, name, size }) => (
            <li key={id}>
              {name} <span class="small">{Math.ceil(size / 1_000)} kB</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
