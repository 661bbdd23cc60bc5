import { signal } from "@preact/signals";
import { expectHeading } from "../ui/page-heading.tsx";
import { isPage } from "./pages.ts";

/** The address of the shown page. */
export const place = signal(new URL(location.href));

/** Goes to a page of the application, such as `/wallet?to=…`. */
export function go(path: string): void {
  if (new URL(path, location.href).href !== location.href) history.pushState(null, "", path);
  expectHeading();
  place.value = new URL(location.href);
  scrollTo(0, 0);
}

/**
 * Replaces the address by another one of the same page, for example with other parameters, without a step in the
 * history.
 */
export function replacePlace(path: string): void {
  history.replaceState(null, "", path);
  place.value = new URL(location.href);
}

/** Makes links to pages of the application work without reloading it. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    // Links within a page change the address, too.
    if (location.pathname !== place.value.pathname) expectHeading();
    place.value = new URL(location.href);
  });
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest?.("a");
    if (link === null || link.origin !== location.origin || link.target !== "" || link.hasAttribute("download")) return;
    if (link.hash !== "" && link.pathname === location.pathname) return;
    if (!isPage(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
