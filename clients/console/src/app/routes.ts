import type { ComponentType } from "preact";
import { isPage, type PagePath, pages } from "./pages.ts";

/** A page of the application. */
export interface Route {
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** The modules of the pages, each loaded when it is first shown. */
const modules: Readonly<Record<PagePath, Route["load"]>> = {
  "/": () => import("../overview/page.tsx"),
  "/sign-in": () => import("../account/page.tsx"),
};

export function routeOf(path: string): Route | undefined {
  return isPage(path) ? { path, title: pages[path], load: modules[path] } : undefined;
}
