import { operations } from "virtual:operations";
import { operationTitle } from "../app/pages.ts";
import { place } from "../app/router.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { OperationPage } from "./operation-page.tsx";

/** The playground: one operation, or the list of all. */
export function Page() {
  const name = place.value.pathname.split("/")[2];
  const operation = operations.find((one) => one.name === name);
  return operation === undefined ? <Overview /> : <OperationPage operation={operation} />;
}

function Overview() {
  return (
    <>
      <PageHeader
        title="Playground"
        lead="Every operation with a form, its request as a command, and a picture of the answer."
      />
      <ul class="doors">
        {operations.map(({ name, summary }) => (
          <li key={name}>
            <a class="card door" href={`/playground/${name}`}>
              <h2>{operationTitle(name)}</h2>
              <p>{summary}.</p>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
