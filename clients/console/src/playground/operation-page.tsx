import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { account } from "../account/account.ts";
import { operationTitle } from "../app/pages.ts";
import { place, replacePlace } from "../app/router.ts";
import { useAction } from "../ui/action.ts";
import { CardForm } from "../ui/card-form.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { type Answer, send } from "./call.ts";
import { type Draft, draftOf, readDraft } from "./draft.ts";
import { FormField } from "./form-field.tsx";
import { Metrics } from "./metrics.tsx";
import type { Operation } from "./operation.ts";
import { OperationTabs } from "./operation-tabs.tsx";
import { ResultPicture } from "./result-picture.tsx";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { WineChoice } from "./wine-choice.tsx";

/** Longest request in a link, in characters. */
const linkMax = 6_000;

/** Shows the form, the request and the picture of one operation. */
export function OperationPage({ operation }: { readonly operation: Operation }) {
  const { fields, name, path } = operation;
  const draft = useSignal<Draft>(useMemo(() => firstDraft(operation), [operation]));
  const sent = useSignal<{ readonly request: object; readonly answer: Answer } | undefined>(undefined);
  const { request, problems } = readDraft(fields, draft.value);
  const results = useRef<HTMLDivElement>(null);
  const sending = useAction(async () => {
    replacePlace(linkOf(request));
    sent.value = { request, answer: await send(path, request) };
    // On a phone the form is above, and fills the screen.
    results.current?.scrollIntoView({ block: "nearest" });
  });
  // Puts the request into the address, so that the link shows the same result to others.
  useEffect(() => {
    if (place.peek().searchParams.has("request") && account.peek().kind !== "anonymous") void sending.run();
  }, []);
  const answer = sent.value?.answer;
  const refusal = answer?.kind === "refused" ? answer.problem : undefined;
  const problemOf = (field: string) =>
    problems.find((one) => one.path === field)?.text ??
    (refusal !== undefined && isWithin(refusal.path, field) ? refusal.text : undefined);
  const change = (texts: Draft) => {
    draft.value = { ...draft.value, ...texts };
  };
  return (
    <>
      <PageHeader
        title={operationTitle(name)}
        lead={
          <>
            {operation.summary}. {operation.hasGuide && <a href={`/docs/${name}`}>Read what it does</a>}
          </>
        }
      />
      <OperationTabs />
      <div class="split">
        <CardForm
          onSend={() => {
            if (problems.length === 0) void sending.run();
          }}
        >
          {fields.some(({ path: one, kind }) => one === "data" && kind === "numbers") && (
            <WineChoice onChoose={(values) => change(withWine(name, values))} />
          )}
          {fields.map((field) => (
            <FormField
              key={field.path}
              field={field}
              text={draft.value[field.path] ?? ""}
              problem={problemOf(field.path)}
              onText={(text) => change({ [field.path]: text })}
            />
          ))}
          <p class="in-reach">
            <Send isBusy={sending.isBusy.value} hasProblems={problems.length > 0} />
          </p>
        </CardForm>
        <div class="stack">
          {sending.error.value !== undefined && <ErrorNotice error={sending.error.value} next="" />}
          <div ref={results} class="results" role="status">
            {answer !== undefined && <Verdict answer={answer} />}
          </div>
          {answer?.kind === "result" && sent.value !== undefined ? (
            <section class="card" aria-label="Picture">
              <ResultPicture operation={name} request={sent.value.request} result={answer.result} />
            </section>
          ) : (
            <EmptyState title="The picture appears here">
              <p>Send the request as it is, or change it first.</p>
            </EmptyState>
          )}
          <RequestView
            operation={operation}
            request={request}
            onEdit={(edited) => {
              draft.value = draftOf(fields, edited);
            }}
          />
          {answer?.kind === "result" && <Metrics result={answer.result} />}
          {answer?.kind === "result" && (
            <details class="card">
              <summary>Answer as JSON</summary>
              <pre>{jsonText(answer.result)}</pre>
            </details>
          )}
        </div>
      </div>
    </>
  );
}

/** Returns the draft from the link that opened the page, or the example. */
function firstDraft({ fields, example }: Operation): Draft {
  const linked = place.value.searchParams.get("request");
  try {
    return draftOf(fields, linked === null ? example : JSON.parse(linked));
  } catch {
    // The link was truncated.
    return draftOf(fields, example);
  }
}

/** Returns the address that shows a request again; without the request if it is too long for a link. */
function linkOf(request: object): string {
  const { pathname, searchParams } = place.peek();
  // Keeps the viewer's changes of the picture.
  const parameters = new URLSearchParams(searchParams);
  parameters.set("request", JSON.stringify(request));
  const query = `?${parameters}`;
  return pathname + (query.length <= linkMax ? query : "");
}

/** Whether a parameter such as `data[2]` or `parameters.strength` is a field, or within it. */
function isWithin(parameter: string, field: string): boolean {
  return parameter === field || parameter.startsWith(`${field}.`) || parameter.startsWith(`${field}[`);
}

/** Returns the texts for a wine, whose thirteen measurements are its dimensions. */
function withWine(operation: string, values: readonly number[]): Draft {
  const data = values.join(", ");
  return operation === "transform" ? { data, source_dimensions: String(values.length) } : { data };
}

/** Formats JSON with one member per line, and each list of numbers in one line. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return text.replaceAll(/\[[-+.,\deE\s]+\]/g, (list) =>
    list.replaceAll(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
}

function Send({ isBusy, hasProblems }: { readonly isBusy: boolean; readonly hasProblems: boolean }) {
  if (account.value.kind === "anonymous") {
    const back = place.value.pathname + place.value.search;
    return (
      <a class="button primary" href={`/sign-in?to=${encodeURIComponent(back)}`}>
        Sign in to send it
      </a>
    );
  }
  return (
    <button type="submit" class="primary" disabled={isBusy || hasProblems}>
      {isBusy ? "Sending …" : "Send"}
    </button>
  );
}

function Verdict({ answer }: { readonly answer: Answer }) {
  if (answer.kind === "refused") {
    return (
      <p class="notice bad">
        {answer.message} ({answer.code})
      </p>
    );
  }
  return <p class="notice good">Answered in {answer.ms.toFixed(0)} ms.</p>;
}

interface RequestViewProps {
  readonly operation: Operation;
  readonly request: object;
  readonly onEdit: (request: unknown) => void;
}

/** Shows the request as editable JSON, as a command and as programs. */
function RequestView({ operation, request, onEdit }: RequestViewProps) {
  const problem = useSignal("");
  return (
    <details class="card">
      <summary>Request as JSON, as a command and as a program</summary>
      <label class="label">
        JSON
        <textarea
          rows={8}
          spellcheck={false}
          value={jsonText(request)}
          onChange={(event) => {
            try {
              onEdit(JSON.parse(event.currentTarget.value));
              problem.value = "";
            } catch (error) {
              problem.value = `This is not JSON: ${(error as Error).message}`;
            }
          }}
        />
      </label>
      <p role="status" class="danger">
        {problem.value}
      </p>
      <SnippetTabs operation={operation} request={request} />
    </details>
  );
}
