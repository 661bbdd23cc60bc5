import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { place } from "./router.ts";
import { type Route, routeOf } from "./routes.ts";
import { Shell } from "./shell.tsx";

/** The application: the frame of all pages, and the page at the present address. */
export function App() {
  const route = routeOf(place.value.pathname);
  useEffect(() => {
    document.title = route === undefined || route.path === "/" ? "Platonic" : `${route.title} · Platonic`;
  }, [route]);
  return <Shell>{route === undefined ? <Missing /> : <LoadedPage key={route.path} route={route} />}</Shell>;
}

/** Loads a page, then shows it. */
function LoadedPage({ route }: { readonly route: Route }) {
  const page = useSignal<{ readonly Page?: ComponentType; readonly error?: unknown }>({});
  const [thrown] = useErrorBoundary();
  useEffect(() => {
    route.load().then(
      (loaded) => {
        page.value = loaded;
      },
      (error: unknown) => {
        page.value = { error };
      },
    );
  }, [route, page]);
  const { Page, error = thrown } = page.value;
  if (error !== undefined) {
    return (
      <>
        <PageHeader title={route.title} />
        <ErrorNotice error={error} next="Load the page again." />
      </>
    );
  }
  return Page === undefined ? (
    <p class="loading" aria-busy="true">
      Loading …
    </p>
  ) : (
    <Page />
  );
}

function Missing() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <p>
        Begin at the <a href="/">overview</a>, or search the <a href="/docs">documentation</a>.
      </p>
    </>
  );
}
