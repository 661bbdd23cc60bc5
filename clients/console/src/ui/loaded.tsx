import type { ComponentChildren } from "preact";
import { ErrorNotice } from "./error-notice.tsx";
import type { Query } from "./query.ts";

interface LoadedProps<Result> {
  readonly query: Query<Result>;
  readonly children: (result: Result) => ComponentChildren;
}

/** Shows the result of a query, that it is loading, or its error. */
export function Loaded<Result>({ query, children }: LoadedProps<Result>) {
  const { value, error } = query;
  return (
    <>
      {error.value !== undefined && <ErrorNotice error={error.value} />}
      {value.value !== undefined
        ? children(value.value)
        : error.value === undefined && (
            <p class="loading" aria-busy="true">
              Loading …
            </p>
          )}
    </>
  );
}
